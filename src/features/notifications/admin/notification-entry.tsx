import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Notification } from '#features/notifications/contract.ts'
import styles from './notifications.module.css'

interface NotificationEntryProps {
  notification: Notification
  onOpen: () => void
  /** Beside it. */
  actions?: ReactNode
}

/** A notification: its title leads to what it is about. */
export function NotificationEntry({ notification, onOpen, actions }: NotificationEntryProps) {
  const { t, format } = useTexts()
  const { title, path, at, is_read: isRead, is_alarming: isAlarming } = notification
  return (
    <li className={styles.entry} data-unread={!isRead || undefined}>
      <div>
        <Link className={styles.title} to={path} onClick={onOpen}>
          <bdi>{title}</bdi>
        </Link>
        <p className={styles.details}>
          {!isRead && <span className={styles.unread}>{t('notifications.unread')}</span>}
          {isAlarming && (
            <State symbol="attention" isError>
              {t('notifications.alarming')}
            </State>
          )}
          <time dateTime={at}>{format.dateTime(at)}</time>
        </p>
      </div>
      {actions}
    </li>
  )
}
