import type { ReactNode } from 'react'
import styles from './layout.module.css'

interface ButtonRowProps {
  /** `end` for the last line of a form or dialog; `bar` for the action bar, whose buttons fill a phone's width. */
  place?: 'end' | 'bar'
  children: ReactNode
}

/** Buttons beside each other, on as many lines as they need. */
export function ButtonRow({ place, children }: ButtonRowProps) {
  return (
    <div className={styles.buttons} data-place={place}>
      {children}
    </div>
  )
}
