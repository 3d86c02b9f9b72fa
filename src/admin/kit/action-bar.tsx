import type { ComponentProps, ReactNode } from 'react'
import styles from './action-bar.module.css'

/** What can be done with what is on the screen, always in reach at its lower edge. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}

/** Where it stands, before the actions. What is set bold is still to be done. */
export function ActionBarState(props: ComponentProps<'p'>) {
  return <p className={styles.state} {...props} />
}
