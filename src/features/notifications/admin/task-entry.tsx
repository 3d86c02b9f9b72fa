import { Link } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Task } from '#features/notifications/contract.ts'
import styles from './notifications.module.css'
import { useNotificationActions } from './use-notifications.ts'

/** Something to be done: its title leads to where, and it can be put aside. */
export function TaskEntry({ task, onOpen }: { task: Task; onOpen?: () => void }) {
  const { t } = useTexts()
  const { setDismissed } = useNotificationActions()
  const action = useAction()
  const { name, title, text, path, is_dismissed: isDismissed } = task
  const what = isDismissed ? t('notifications.takeUp') : t('notifications.dismiss')
  return (
    <li className={styles.entry} data-unread={!isDismissed || undefined}>
      <div>
        <Link className={styles.title} to={path} onClick={onOpen}>
          {title}
        </Link>
        <p className={styles.details}>{text}</p>
      </div>
      <TextButton
        aria-label={t('notifications.named', { action: what, title })}
        disabled={action.isBusy}
        onClick={() => action.run(() => setDismissed(name, !isDismissed))}
      >
        {what}
      </TextButton>
    </li>
  )
}
