import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Choices, Notification, ReadResult } from '#features/notifications/contract.ts'
import type { MailChoice } from '#shared/notifications/type.ts'
import type { ShownNotifications } from './notification-query.ts'
import { allKeys, path } from './use-bell.ts'

const choicesKey = [...allKeys[0], 'choices']

/** The notifications, newest first. The bell, which is always there, keeps them fresh. */
export function useNotificationList({ isUnread, type }: ShownNotifications) {
  const { language } = useTexts()
  return usePagedList({
    queryKey: [...allKeys[0], 'list', language, isUnread, type],
    path,
    query: { ...(isUnread && { unread: 'true' }), ...(type && { type }) },
    entry: Notification,
    pageSize: 50,
    keepsPrevious: true,
  })
}

/** What the user gets by mail. */
export function useChoices() {
  const api = useApi()
  const { language } = useTexts()
  return useQuery({
    queryKey: [...choicesKey, language],
    queryFn: ({ signal }) => api.get(`${path}/choices`, Choices, signal),
  })
}

/** What can be done with notifications. */
export function useNotificationActions() {
  const api = useApi()
  const queries = useQueryClient()
  const run = useRefetchAfter(allKeys)
  return {
    markRead: (ids: readonly string[]) => run(() => api.send('POST', `${path}/read`, ReadResult, { ids })),
    markAllRead: (until: string) => run(() => api.send('POST', `${path}/read`, ReadResult, { until })),
    markUnread: (ids: readonly string[]) =>
      run(() => api.command('POST', `${path}/unread`, { body: { ids } })),
    /** Undoes that notifications were marked as read at a moment. */
    undoRead: ({ read_at }: ReadResult) =>
      run(() => api.command('POST', `${path}/unread`, { body: { read_at } })),
    setDismissed: (task: string, isDismissed: boolean) =>
      run(() => api.command('PUT', `${path}/tasks/${task}`, { body: { is_dismissed: isDismissed } })),
    /** Shows the choice at once; what could not be stored is shown as it was. */
    choose: (type: string, mail: MailChoice) => {
      queries.setQueriesData<Choices>(
        { queryKey: choicesKey },
        (shown) => shown && withChoice(shown, type, mail),
      )
      return run(() => api.command('PUT', `${path}/choices/${type}`, { body: { mail } }))
    },
  }
}

function withChoice({ choices, ...rest }: Choices, type: string, mail: MailChoice): Choices {
  return { ...rest, choices: choices.map((choice) => (choice.type === type ? { ...choice, mail } : choice)) }
}
