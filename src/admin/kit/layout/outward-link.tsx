import { OutwardIcon } from '#admin/kit/icons.tsx'
import styles from './layout.module.css'

/** A link out of the admin, in a window of its own. */
export function OutwardLink({ to, children }: { to: string; children: string }) {
  return (
    <a className={styles.outward} href={to} target="_blank" rel="noreferrer">
      {children}
      <OutwardIcon />
    </a>
  )
}
