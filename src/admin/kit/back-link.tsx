import { Link } from 'react-router'
import { BackIcon } from './icons.tsx'
import styles from './screen.module.css'

/** The way back to the screen that a screen belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <BackIcon />
      {children}
    </Link>
  )
}
