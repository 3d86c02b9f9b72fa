import './texts.ts'
import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Segmented } from '#admin/kit/form/segmented.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Notification } from '#features/notifications/contract.ts'
import { MarkAllButton } from './mark-all-button.tsx'
import { NotificationEntry } from './notification-entry.tsx'
import {
  readNotificationQuery,
  type ShownNotifications,
  writeNotificationQuery,
} from './notification-query.ts'
import { NotificationTabs } from './notification-tabs.tsx'
import styles from './notifications.module.css'
import { TaskEntry } from './task-entry.tsx'
import { useBell } from './use-bell.ts'
import { useChoices, useNotificationActions, useNotificationList } from './use-notifications.ts'

/** What has happened and what is to be done. */
export function NotificationsScreen() {
  const { t } = useTexts()
  return (
    <>
      <ScreenHeading title={t('screens.notifications')} intro={t('notifications.intro')} />
      <NotificationTabs />
      <TaskSection />
      <NotificationList />
    </>
  )
}

function TaskSection() {
  const { t } = useTexts()
  const tasks = useBell().data?.tasks ?? []
  const groups = [
    { title: t('notifications.todo'), tasks: tasks.filter((task) => !task.is_dismissed) },
    { title: t('notifications.dismissed'), tasks: tasks.filter((task) => task.is_dismissed) },
  ]
  return groups.map(
    (group) =>
      group.tasks.length > 0 && (
        <section key={group.title} className={styles.section}>
          <h2>{group.title}</h2>
          <ul className={styles.list}>
            {group.tasks.map((task) => (
              <TaskEntry key={task.name} task={task} />
            ))}
          </ul>
        </section>
      ),
  )
}

function NotificationList() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const shown = readNotificationQuery(params)
  const list = useNotificationList(shown)
  const kinds = useChoices().data?.choices ?? []
  const change = (next: Partial<ShownNotifications>) =>
    setParams(writeNotificationQuery({ ...shown, ...next }))
  const { data } = list
  return (
    <section className={styles.section}>
      <h2>{t('notifications.latest')}</h2>
      <div className={styles.filters}>
        <Segmented
          legend={t('notifications.filters.state')}
          options={[
            { value: 'all', label: t('notifications.filters.all') },
            { value: 'unread', label: t('notifications.filters.unread') },
          ]}
          value={shown.isUnread ? 'unread' : 'all'}
          onChange={(value) => change({ isUnread: value === 'unread' })}
        />
        <SelectFilter
          label={t('notifications.filters.type')}
          any={t('notifications.filters.anyType')}
          options={kinds.map(({ type, label }) => ({ value: type, label }))}
          value={shown.type ?? ''}
          onChange={(type) => change({ type: type || undefined })}
        />
        {data && (
          <MarkAllButton newest={data[0]} isAnyUnread={data.some((notification) => !notification.is_read)} />
        )}
      </div>
      <div className={styles.entries}>
        <GrowingList
          query={list}
          describeFailure={(reason) => t('notifications.failed', { reason })}
          empty={<Nothing shown={shown} onShowAll={() => change({ isUnread: false, type: undefined })} />}
          more={t('notifications.more')}
        >
          {(notification) => <ListedNotification key={notification.id} notification={notification} />}
        </GrowingList>
      </div>
    </section>
  )
}

/** What an empty list says: that there is nothing at all, or nothing that fits. */
function Nothing({
  shown: { isUnread, type },
  onShowAll,
}: {
  shown: ShownNotifications
  onShowAll: () => void
}) {
  const { t } = useTexts()
  if (!isUnread && !type)
    return <EmptyState title={t('notifications.none')}>{t('notifications.noneText')}</EmptyState>
  return (
    <EmptyState
      title={isUnread ? t('notifications.noneUnread') : t('notifications.noneFits')}
      actions={
        <Button variant="default" onClick={onShowAll}>
          {t('notifications.filters.showAll')}
        </Button>
      }
    />
  )
}

function ListedNotification({ notification }: { notification: Notification }) {
  const { t } = useTexts()
  const { markRead, markUnread } = useNotificationActions()
  const action = useAction()
  const { id, title, is_read: isRead } = notification
  const what = isRead ? t('notifications.markUnread') : t('notifications.markRead')
  return (
    <NotificationEntry
      notification={notification}
      onOpen={() => {
        if (!isRead) action.run(() => markRead([id]))
      }}
      actions={
        <TextButton
          aria-label={t('notifications.named', { action: what, title })}
          disabled={action.isBusy}
          onClick={() => action.run(() => (isRead ? markUnread([id]) : markRead([id])))}
        >
          {what}
        </TextButton>
      }
    />
  )
}
