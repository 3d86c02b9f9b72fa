import { Link } from 'react-router'
import { BackIcon } from './icons.tsx'
import styles from './screen.module.css'

/** A link back to the parent screen. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className={styles.back} to={to}>
      <BackIcon />
      {children}
    </Link>
  )
}
