import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { MailChoice } from '#shared/notifications/type.ts'
import {
  dismissedTasks,
  type NotificationRow,
  notificationChoices,
  notificationReceipts,
  notifications,
} from './table.ts'

/** What one user may see. */
export interface Scope {
  userId: string
  /** The kinds that they may see. */
  types: readonly string[]
  /** What happened before they joined is not theirs. */
  since: Date
}

export interface ReadRow extends NotificationRow {
  readAt: Date | null
}

/** What only the newest are kept of. */
const mostKept = 20_000

const receiptOf = (userId: string) =>
  and(eq(notificationReceipts.notificationId, notifications.id), eq(notificationReceipts.userId, userId))

function isVisible({ userId, types, since }: Scope): SQL | undefined {
  if (types.length === 0) return sql`false`
  return and(
    inArray(notifications.type, [...types]),
    gte(notifications.at, since),
    or(isNull(notifications.userId), eq(notifications.userId, userId)),
    or(isNull(notifications.actorId), ne(notifications.actorId, userId)),
  )
}

const isUnread = isNull(notificationReceipts.readAt)

/** The queries on notifications. */
export function createNotificationStore(db: Database) {
  const visible = (scope: Scope, more?: SQL) =>
    db
      .select({ row: notifications, readAt: notificationReceipts.readAt })
      .from(notifications)
      .leftJoin(notificationReceipts, receiptOf(scope.userId))
      .where(and(isVisible(scope), more))

  async function count(scope: Scope, onlyUnread: boolean): Promise<number> {
    const [row] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(notifications)
      .leftJoin(notificationReceipts, receiptOf(scope.userId))
      .where(and(isVisible(scope), onlyUnread ? isUnread : undefined))
    return row?.count ?? 0
  }

  /** Marks what fits as read; only what the user may see. */
  async function markRead(scope: Scope, which: SQL | undefined, readAt: Date): Promise<void> {
    await db
      .insert(notificationReceipts)
      .select(
        db
          .select({
            userId: sql<string>`${scope.userId}::uuid`.as('user_id'),
            notificationId: notifications.id,
            readAt: sql<Date>`${readAt.toISOString()}::timestamptz`.as('read_at'),
            mailedAt: sql<Date | null>`NULL::timestamptz`.as('mailed_at'),
          })
          .from(notifications)
          .leftJoin(notificationReceipts, receiptOf(scope.userId))
          .where(and(isVisible(scope), isUnread, which)),
      )
      .onConflictDoUpdate({
        target: [notificationReceipts.userId, notificationReceipts.notificationId],
        set: { readAt: sql`coalesce(${notificationReceipts.readAt}, excluded.read_at)` },
      })
  }

  return {
    countUnread: (scope: Scope) => count(scope, true),

    /** A page, newest first, and how many there are. */
    async list(
      scope: Scope,
      { onlyUnread = false, limit, offset = 0 }: { onlyUnread?: boolean; limit: number; offset?: number },
    ): Promise<{ rows: ReadRow[]; total: number }> {
      const rows = await visible(scope, onlyUnread ? isUnread : undefined)
        .orderBy(desc(notifications.number))
        .limit(limit)
        .offset(offset)
      return {
        rows: rows.map(({ row, readAt }) => ({ ...row, readAt })),
        total: await count(scope, onlyUnread),
      }
    },

    /** Marks some of what a user may see as read. */
    markRead: (scope: Scope, ids: readonly string[], readAt: Date) =>
      markRead(scope, inArray(notifications.id, [...ids]), readAt),

    /** Marks all that a user may see as read that happened until a moment. */
    markAllRead: (scope: Scope, until: Date, readAt: Date) =>
      markRead(scope, lte(notifications.at, until), readAt),

    /** Marks some as unread. */
    async markUnread(userId: string, ids: readonly string[]): Promise<void> {
      await db
        .update(notificationReceipts)
        .set({ readAt: null })
        .where(
          and(
            eq(notificationReceipts.userId, userId),
            inArray(notificationReceipts.notificationId, [...ids]),
          ),
        )
    },

    /** Marks as unread what was marked as read at a moment. */
    async markUnreadOf(userId: string, readAt: Date): Promise<void> {
      await db
        .update(notificationReceipts)
        .set({ readAt: null })
        .where(and(eq(notificationReceipts.userId, userId), eq(notificationReceipts.readAt, readAt)))
    },

    /** The tasks that a user has put aside. */
    async listDismissed(userId: string): Promise<string[]> {
      const rows = await db
        .select({ task: dismissedTasks.task })
        .from(dismissedTasks)
        .where(eq(dismissedTasks.userId, userId))
      return rows.map(({ task }) => task)
    },

    async setDismissed(userId: string, task: string, at: Date | null): Promise<void> {
      if (at) await db.insert(dismissedTasks).values({ userId, task, at }).onConflictDoNothing()
      else
        await db
          .delete(dismissedTasks)
          .where(and(eq(dismissedTasks.userId, userId), eq(dismissedTasks.task, task)))
    },

    /** The choices of some users. */
    async listChoices(userIds: readonly string[]) {
      if (userIds.length === 0) return []
      return db
        .select()
        .from(notificationChoices)
        .where(inArray(notificationChoices.userId, [...userIds]))
    },

    async setChoice(userId: string, type: string, mail: MailChoice): Promise<void> {
      await db
        .insert(notificationChoices)
        .values({ userId, type, mail })
        .onConflictDoUpdate({ target: [notificationChoices.userId, notificationChoices.type], set: { mail } })
    },

    /** What the team was told about a lead, newest first. */
    listAbout: (personId: string) =>
      db
        .select({ type: notifications.type, at: notifications.at })
        .from(notifications)
        .where(eq(notifications.personId, personId))
        .orderBy(desc(notifications.number)),

    async eraseAbout(personId: string): Promise<void> {
      await db.delete(notifications).where(eq(notifications.personId, personId))
    },

    /** Deletes those before a moment, and the oldest of too many. */
    async deleteOld(before: Date): Promise<void> {
      await db.delete(notifications).where(lt(notifications.at, before))
      const [last] = await db
        .select({ number: notifications.number })
        .from(notifications)
        .orderBy(desc(notifications.number))
        .limit(1)
        .offset(mostKept)
      if (last) await db.delete(notifications).where(lte(notifications.number, last.number))
    },
  }
}
export type NotificationStore = ReturnType<typeof createNotificationStore>
