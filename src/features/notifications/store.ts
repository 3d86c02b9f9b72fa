import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type NotificationRow, notificationReceipts, notifications } from './table.ts'

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

/** More notifications than these are not counted in a list, so that it costs the same at any size. */
const countedAtMost = 1_000

/** The queries on notifications. */
export function createNotificationStore(db: Database) {
  /** The condition that a user has not read a notification. */
  const isUnreadBy = (userId: string) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(notificationReceipts)
        .where(and(receiptOf(userId), isNotNull(notificationReceipts.readAt))),
    )
  const isListed = (scope: Scope, onlyUnread: boolean) =>
    and(isVisible(scope), onlyUnread ? isUnreadBy(scope.userId) : undefined)

  return {
    countUnread: (scope: Scope): Promise<number> => db.$count(notifications, isListed(scope, true)),

    /** A page, newest first. */
    async list(
      scope: Scope,
      { onlyUnread = false, limit, offset = 0 }: { onlyUnread?: boolean; limit: number; offset?: number },
    ): Promise<ReadRow[]> {
      const rows = await db
        .select({ row: notifications, readAt: notificationReceipts.readAt })
        .from(notifications)
        .leftJoin(notificationReceipts, receiptOf(scope.userId))
        .where(isListed(scope, onlyUnread))
        .orderBy(desc(notifications.number))
        .limit(limit)
        .offset(offset)
      return rows.map(({ row, readAt }) => ({ ...row, readAt }))
    },

    /** How many there are; beyond a limit, that there are at least so many. */
    async count(scope: Scope, onlyUnread: boolean): Promise<{ total: number; isExact: boolean }> {
      const counted = db
        .select({ one: sql`1`.as('one') })
        .from(notifications)
        .where(isListed(scope, onlyUnread))
        .limit(countedAtMost + 1)
      const total = await db.$count(counted.as('counted'))
      return { total: Math.min(total, countedAtMost), isExact: total <= countedAtMost }
    },

    /** Marks some of what a user may see as read. */
    markRead: (scope: Scope, ids: readonly string[], readAt: Date) =>
      markRead(db, scope, { which: inArray(notifications.id, [...ids]), readAt }),

    /** Marks all that a user may see as read that happened until a moment. */
    markAllRead: (scope: Scope, until: Date, readAt: Date) =>
      markRead(db, scope, { which: lte(notifications.at, until), readAt }),

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
  }
}
export type NotificationStore = ReturnType<typeof createNotificationStore>

/** Marks what fits as read; only what the user may see. */
async function markRead(
  db: Database,
  scope: Scope,
  { which, readAt }: { which: SQL; readAt: Date },
): Promise<void> {
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
