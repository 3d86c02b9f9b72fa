import { type ReactNode, useId } from 'react'
import styles from './layout.module.css'

interface PanelProps {
  title: string
  /** The id of the heading; generated unless something else refers to it. */
  headingId?: string
  /** The actions beside the heading. */
  aside?: ReactNode
  /** `small` beside other panels. */
  size?: 'small'
  /** Takes the whole width of its columns. */
  isWide?: boolean
  children: ReactNode
}

/** A section of a screen with its own heading. */
export function Panel({ title, headingId, aside, size, isWide, children }: PanelProps) {
  const ownId = useId()
  const id = headingId ?? ownId
  return (
    <section className={styles.panel} data-size={size} data-wide={isWide || undefined} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
