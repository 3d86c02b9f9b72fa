import type { ReactNode } from 'react'
import styles from './screen.module.css'

interface NoticeProps {
  kind?: 'plain' | 'warning' | 'error'
  title?: string
  children?: ReactNode
  actions?: ReactNode
}

/** A message that stays in the page until its cause is gone. A warning and an error are read out at once. */
export function Notice({ kind = 'plain', title, children, actions }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'plain' ? undefined : 'alert'}>
      <div>
        {title && <p className={styles.noticeTitle}>{title}</p>}
        {children && <p>{children}</p>}
      </div>
      {actions && <div className={styles.noticeActions}>{actions}</div>}
    </div>
  )
}

interface FoldedNoticeProps {
  title: string
  children: ReactNode
}

/** A message that takes one line until somebody opens it. */
export function FoldedNotice({ title, children }: FoldedNoticeProps) {
  return (
    <details className={styles.folded}>
      <summary className={styles.noticeTitle}>{title}</summary>
      <p>{children}</p>
    </details>
  )
}

/** What an empty list shows. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children && <p>{children}</p>}
      {actions}
    </div>
  )
}
