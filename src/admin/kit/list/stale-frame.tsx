import type { ReactNode } from 'react'
import styles from './list.module.css'

interface StaleFrameProps {
  query: { isFetching: boolean; isPlaceholderData: boolean }
  children: ReactNode
}

/** Marks its content as outdated while new content is loading. */
export function StaleFrame({ query, children }: StaleFrameProps) {
  return (
    <div
      className={styles.frame}
      aria-busy={query.isFetching}
      data-stale={query.isPlaceholderData || undefined}
    >
      {children}
    </div>
  )
}
