import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Language } from '#shared/languages.ts'
import type { ListRecipients, Recipient } from '#shared/notifications/recipient.ts'
import type { TeamTask } from '#shared/notifications/task.ts'
import type { MailChoice, NotificationSource } from '#shared/notifications/type.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { SignedInUser } from '#shared/user.ts'
import type {
  Bell,
  Choices,
  Notification,
  NotificationQuery,
  ReadRequest,
  ReadResult,
  Task,
  UnreadRequest,
} from './contract.ts'
import type { DescribeNotifications } from './descriptions.ts'
import { mailChoiceOf, scopeOf } from './model.ts'
import type { NotificationStore, ReadRow } from './store.ts'

/** How many the bell shows. */
const shownByBell = 8

export interface NotificationOptions {
  store: NotificationStore
  clock: Clock
  describe: DescribeNotifications
  translator(language: Language): Translate
  /** The kinds of all features. */
  listSources(): readonly NotificationSource[]
  /** The tasks of all features. */
  listTasks(): readonly TeamTask[]
  listRecipients: ListRecipients
  /** Whether mails are sent. */
  canSend: boolean
}

/** What users are told, what they have read of it, and what they want by mail. */
export function createNotifications(options: NotificationOptions) {
  const { store, clock, describe, listSources, listRecipients, canSend, translator } = options
  const tasks = createTasks(options)

  /** @throws {Problem} 401 for a user who was deleted or disabled meanwhile */
  async function getRecipient(userId: string): Promise<Recipient> {
    const [recipient] = await listRecipients([userId])
    if (!recipient) throw new Problem('session_expired', 401)
    return recipient
  }

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
      const [unread, { rows }, open] = await Promise.all([
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
      const { rows, total } = await store.list(
        { ...scope, types },
        { ...page, onlyUnread: unread === 'true' },
      )
      return { items: await toNotifications(rows, language), total }
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

    setDismissed: tasks.setDismissed,

    /** What a user gets by mail. */
    async getChoices(userId: string, language: Language): Promise<Choices> {
      const recipient = await getRecipient(userId)
      const { types } = scopeOf(recipient, listSources())
      const made = await store.listChoices([userId])
      const t = translator(language)
      const choices = listSources()
        .filter(({ type }) => types.includes(type.name))
        .map(({ type }) => ({
          type: type.name,
          label: t(`notification-texts:types.${type.name}.label`),
          mail: mailChoiceOf(type, made),
        }))
      return { choices, email: recipient.email, can_send: canSend }
    },

    /** Chooses what a user gets by mail of a kind. @throws {Problem} 404 for a kind that they are not told of */
    async setChoice(userId: string, type: string, mail: MailChoice): Promise<void> {
      const { types } = await getScope(userId)
      if (!types.includes(type)) throw new Problem('not_found', 404)
      await store.setChoice(userId, type, mail)
    },
  }
}
export type Notifications = ReturnType<typeof createNotifications>

/** What is to be done by users, and what of it they have put aside. */
function createTasks({ store, clock, translator, listTasks }: NotificationOptions) {
  return {
    /** What a user could do and nobody has done. */
    async list(user: SignedInUser, language: Language): Promise<Task[]> {
      const t = translator(language)
      const dismissed = await store.listDismissed(user.id)
      const own = listTasks().filter(({ permission }) => isAllowed(user, permission))
      const states = await Promise.all(own.map((task) => task.isDone()))
      return own
        .filter((_task, index) => !states[index])
        .map(({ name, path }) => ({
          ...{ name, path },
          title: t(`notification-texts:tasks.${name}.title`),
          text: t(`notification-texts:tasks.${name}.text`),
          is_dismissed: dismissed.includes(name),
        }))
    },

    /** Puts a task aside for a user, or takes it up again. @throws {Problem} 404 */
    async setDismissed(user: SignedInUser, name: string, isDismissed: boolean): Promise<void> {
      const task = listTasks().find((one) => one.name === name)
      if (!task || !isAllowed(user, task.permission)) throw new Problem('not_found', 404)
      await store.setDismissed(user.id, name, isDismissed ? clock.now() : null)
    },
  }
}
