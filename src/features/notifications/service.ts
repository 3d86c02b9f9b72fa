import type { Clock } from '#platform/clock.ts'
import type { Language } from '#shared/languages.ts'
import type { Recipient } from '#shared/notifications/recipient.ts'
import type { NotificationSource } from '#shared/notifications/type.ts'
import type { SignedInUser } from '#shared/user.ts'
import type {
  Bell,
  Notification,
  NotificationQuery,
  ReadRequest,
  ReadResult,
  UnreadRequest,
} from './contract.ts'
import type { DescribeNotifications } from './descriptions.ts'
import { scopeOf } from './model.ts'
import type { NotificationStore, ReadRow } from './store.ts'
import type { Tasks } from './tasks.ts'

/** How many the bell shows. */
const shownByBell = 8

export interface NotificationOptions {
  store: NotificationStore
  tasks: Pick<Tasks, 'list'>
  clock: Clock
  describe: DescribeNotifications
  /** The kinds of all features. */
  listSources(): readonly NotificationSource[]
  /** @throws {Problem} 401 for a user who was deleted or disabled meanwhile */
  getRecipient(userId: string): Promise<Recipient>
}

/** What users are told, and what they have read of it. */
export function createNotifications(options: NotificationOptions) {
  const { store, tasks, clock, describe, listSources, getRecipient } = options

  const getScope = async (userId: string) => scopeOf(await getRecipient(userId), listSources())

  async function toNotifications(rows: readonly ReadRow[], language: Language): Promise<Notification[]> {
    const described = await describe(rows, language)
    return rows.flatMap(({ id, type, at, readAt }) => {
      const words = described.get(id)
      if (!words) return []
      const { title, path, isAlarming } = words
      return {
        ...{ id, type, title, path },
        ...{ at: at.toISOString(), is_read: readAt !== null, is_alarming: isAlarming },
      }
    })
  }

  return {
    /** What the bell shows. */
    async getBell(user: SignedInUser, language: Language): Promise<Bell> {
      const scope = await getScope(user.id)
      const [unread, rows, open] = await Promise.all([
        store.countUnread(scope),
        store.list(scope, { limit: shownByBell }),
        tasks.list(user, language),
      ])
      return {
        unread: unread + open.filter(({ is_dismissed: isDismissed }) => !isDismissed).length,
        tasks: open,
        latest: await toNotifications(rows, language),
      }
    },

    /** A page of notifications, newest first. */
    async list(userId: string, { unread, type, ...page }: NotificationQuery, language: Language) {
      const scope = await getScope(userId)
      const types = type === undefined ? scope.types : scope.types.filter((name) => name === type)
      const listed = { ...scope, types }
      const onlyUnread = unread === 'true'
      const [rows, counted] = await Promise.all([
        store.list(listed, { ...page, onlyUnread }),
        store.count(listed, onlyUnread),
      ])
      return { items: await toNotifications(rows, language), ...counted }
    },

    /** Marks notifications as read; those that the user may not see are left out. */
    async markRead(userId: string, request: ReadRequest): Promise<ReadResult> {
      const scope = await getScope(userId)
      const now = clock.now()
      if ('ids' in request) await store.markRead(scope, request.ids, now)
      else await store.markAllRead(scope, new Date(request.until), now)
      return { read_at: now.toISOString() }
    },

    /** Marks notifications as unread. */
    async markUnread(userId: string, request: UnreadRequest): Promise<void> {
      if ('ids' in request) await store.markUnread(userId, request.ids)
      else await store.markUnreadOf(userId, new Date(request.read_at))
    },
  }
}
export type Notifications = ReturnType<typeof createNotifications>
