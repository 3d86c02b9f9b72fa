import './texts.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Bell } from '#features/notifications/contract.ts'
import styles from './bell.module.css'
import { MarkAllButton } from './mark-all-button.tsx'
import { NotificationEntry } from './notification-entry.tsx'
import listStyles from './notifications.module.css'
import { TaskEntry } from './task-entry.tsx'
import type { useBell } from './use-bell.ts'
import { useNotificationActions } from './use-notifications.ts'

interface BellWindowProps {
  bell: ReturnType<typeof useBell>
  titleId: string
  onLeave: () => void
}

/** What is to be done, and the newest notifications. */
export function BellWindow({ bell, titleId, onLeave }: BellWindowProps) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.windowHead}>
        <h2 id={titleId}>{t('screens.notifications')}</h2>
        <Link to="/admin/notifications/choices" onClick={onLeave}>
          {t('notifications.choose')}
        </Link>
      </div>
      {bell.data ? (
        <BellList bell={bell.data} onLeave={onLeave} />
      ) : bell.isError ? (
        <LoadFailure query={bell} describe={(reason) => t('notifications.failed', { reason })} />
      ) : (
        <LoadingLines />
      )}
    </>
  )
}

function BellList({ bell: { tasks, latest }, onLeave }: { bell: Bell; onLeave: () => void }) {
  const { t } = useTexts()
  const { markRead } = useNotificationActions()
  const action = useAction()
  const open = tasks.filter((task) => !task.is_dismissed)
  return (
    <>
      <div className={styles.scroll}>
        {open.length > 0 && (
          <section>
            <h3 className={styles.group}>{t('notifications.todo')}</h3>
            <ul className={listStyles.list}>
              {open.map((task) => (
                <TaskEntry key={task.name} task={task} onOpen={onLeave} />
              ))}
            </ul>
          </section>
        )}
        {latest.length > 0 && (
          <section>
            <h3 className={styles.group}>{t('notifications.latest')}</h3>
            <ul className={listStyles.list}>
              {latest.map((notification) => (
                <NotificationEntry
                  key={notification.id}
                  notification={notification}
                  onOpen={() => {
                    if (!notification.is_read) action.run(() => markRead([notification.id]))
                    onLeave()
                  }}
                />
              ))}
            </ul>
          </section>
        )}
        {open.length === 0 && latest.length === 0 && (
          <p className={styles.nothing}>{t('notifications.noneText')}</p>
        )}
      </div>
      <div className={styles.windowFoot}>
        <Button component={Link} to="/admin/notifications" variant="default" size="sm" onClick={onLeave}>
          {t('notifications.all')}
        </Button>
        <MarkAllButton newest={latest[0]} isAnyUnread={latest.some((one) => !one.is_read)} />
      </div>
    </>
  )
}
