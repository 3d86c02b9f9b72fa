import type { ComponentProps, ReactNode } from 'react'
import styles from './action-bar.module.css'

/** The actions of a screen, always visible at its lower edge. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}

/** The state before the actions. Bold text is still to be done. */
export function ActionBarState(props: ComponentProps<'p'>) {
  return <p className={styles.state} {...props} />
}
