import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './layout.module.css'

interface RowsProps {
  as?: 'ul' | 'ol'
  children: ReactNode
}

/** A list whose entries are parted by lines. */
export function Rows({ as: Element = 'ul', children }: RowsProps) {
  return <Element className={styles.rows}>{children}</Element>
}

/** An entry with what it is at the start and what goes with it at the end of the line. */
export function Row({ children }: { children: ReactNode }) {
  return <li className={styles.row}>{children}</li>
}

/** The name of an entry, which leads to it. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.rowLink} to={to}>
      {children}
    </Link>
  )
}
