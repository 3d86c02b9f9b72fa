import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './layout.module.css'

interface RowsProps {
  as?: 'ul' | 'ol'
  children: ReactNode
}

/** A list whose entries are separated by lines. */
export function Rows({ as: Element = 'ul', children }: RowsProps) {
  return <Element className={styles.rows}>{children}</Element>
}

/** An entry with its name at the start of the line and its details at the end. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={styles.row}>{children}</li>
}

/** The name of an entry as a link. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.rowLink} to={to}>
      {children}
    </Link>
  )
}
