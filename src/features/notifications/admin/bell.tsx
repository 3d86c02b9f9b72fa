import './texts.ts'
import { Button, Popover } from '@mantine/core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { BellIcon } from '#admin/kit/icons.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Bell as BellContent } from '#features/notifications/contract.ts'
import { MarkAllButton } from './mark-all-button.tsx'
import { NotificationEntry } from './notification-entry.tsx'
import styles from './notifications.module.css'
import { TaskEntry } from './task-entry.tsx'
import { useBell, useNotificationActions } from './use-notifications.ts'

/** How many are unread, and the newest in a window below. */
export function Bell() {
  const { t } = useTexts()
  const bell = useBell()
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  const unread = bell.data?.unread ?? 0
  const label = unread > 0 ? t('notifications.bell', { count: unread }) : t('notifications.bellEmpty')
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width="min(26rem, calc(100vw - 1.5rem))"
        trapFocus
        returnFocus
        shadow="none"
      >
        <Popover.Target>
          <button type="button" className={styles.bell} aria-label={label} onClick={() => setOpen(!isOpen)}>
            <BellIcon />
            {unread > 0 && (
              <span className={styles.count} aria-hidden="true">
                <Count unread={unread} />
              </span>
            )}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.window ?? ''} aria-labelledby={titleId}>
          <div className={styles.windowHead}>
            <h2 id={titleId}>{t('screens.notifications')}</h2>
            <Link to="/admin/notifications/choices" onClick={() => setOpen(false)}>
              {t('notifications.choose')}
            </Link>
          </div>
          {bell.data ? (
            <BellList bell={bell.data} onLeave={() => setOpen(false)} />
          ) : bell.isError ? (
            <LoadFailure query={bell} describe={(reason) => t('notifications.failed', { reason })} />
          ) : (
            <LoadingLines />
          )}
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden as="output">{unread > 0 ? label : ''}</VisuallyHidden>
    </>
  )
}

/** The number of unread notifications, as far as there is room for it. */
function Count({ unread }: { unread: number }) {
  const { format } = useTexts()
  return unread > 99 ? `${format.number(99)}+` : format.number(unread)
}

function BellList({ bell: { tasks, latest }, onLeave }: { bell: BellContent; onLeave: () => void }) {
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
            <ul className={styles.list}>
              {open.map((task) => (
                <TaskEntry key={task.name} task={task} onOpen={onLeave} />
              ))}
            </ul>
          </section>
        )}
        {latest.length > 0 && (
          <section>
            <h3 className={styles.group}>{t('notifications.latest')}</h3>
            <ul className={styles.list}>
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
