import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { socialAccounts, socialAttempts, socialPosts } from '#features/social/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import type { AttemptKind, CalendarQuery, PostQuery } from './contract.ts'

type PostRow = typeof socialPosts.$inferSelect
type AccountRow = typeof socialAccounts.$inferSelect
/** A post with what is shown of its account. */
export type NamedPost = PostRow & {
  accountName: string
  accountMode: AccountRow['mode']
  isConnected: boolean
}
export type NewPostRow = typeof socialPosts.$inferInsert
export type EventRow = typeof socialAttempts.$inferSelect

/** The account that a post is for, as scheduling needs it. */
export type PostAccount = Pick<typeof socialAccounts.$inferSelect, 'id' | 'platform' | 'name' | 'mode'>

// How much of each text the calendar has.
const shownCharacters = 140

const calendarColumns = {
  id: socialPosts.id,
  groupId: socialPosts.groupId,
  platform: socialPosts.platform,
  accountId: socialPosts.accountId,
  accountName: socialAccounts.name,
  content: sql<string>`left(${socialPosts.content}, ${shownCharacters})`,
  scheduledAt: socialPosts.scheduledAt,
  timeZone: socialPosts.timeZone,
  status: socialPosts.status,
  stage: socialPosts.stage,
  removedAt: socialPosts.removedAt,
  version: socialPosts.version,
}

/** Whether a process is publishing the post now. */
const isHeld = sql<boolean>`coalesce(${socialPosts.leasedUntil} > clock_timestamp(), false)`

/** The queries that read posts. */
export function createPostReader(db: Database) {
  const columns = {
    post: socialPosts,
    accountName: socialAccounts.name,
    accountMode: socialAccounts.mode,
    isConnected: sql<boolean>`${socialAccounts.disconnectedAt} IS NULL`,
  }
  const nameRows = (rows: (Omit<NamedPost, keyof PostRow> & { post: PostRow })[]): NamedPost[] =>
    rows.map(({ post, ...account }) => ({ ...post, ...account }))
  const select = () =>
    db
      .select(columns)
      .from(socialPosts)
      .innerJoin(socialAccounts, eq(socialAccounts.id, socialPosts.accountId))

  return {
    async find(id: string): Promise<NamedPost | undefined> {
      return nameRows(await select().where(eq(socialPosts.id, id)))[0]
    },

    /** Posts in the order of these ids. */
    async listByIds(ids: readonly string[]): Promise<NamedPost[]> {
      const rows = nameRows(await select().where(inArray(socialPosts.id, [...ids])))
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
    },

    /** Posts, the next ones first; failed ones newest first. */
    async list({ from, to, limit, offset, ...filters }: PostQuery) {
      const condition = and(...conditionsOf(filters), ...spanOf(from, to))
      const order =
        filters.status === 'failed'
          ? [desc(socialPosts.updatedAt), desc(socialPosts.id)]
          : filters.status === 'published'
            ? [desc(socialPosts.scheduledAt), desc(socialPosts.id)]
            : [asc(socialPosts.scheduledAt), asc(socialPosts.id)]
      const [rows, total] = await Promise.all([
        select()
          .where(condition)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
        db.$count(socialPosts, condition),
      ])
      return { rows: nameRows(rows), total }
    },

    /** The posts of a span with the beginning of what they say, the earliest first. */
    listCalendar: ({ from, to, ...filters }: CalendarQuery, most: number) =>
      db
        .select(calendarColumns)
        .from(socialPosts)
        .innerJoin(socialAccounts, eq(socialAccounts.id, socialPosts.accountId))
        .where(and(...conditionsOf(filters), ...spanOf(from, to)))
        .orderBy(asc(socialPosts.scheduledAt), asc(socialPosts.id))
        .limit(most),

    /** What has happened to a post last, in its order. */
    async listEvents(postId: string, most: number): Promise<EventRow[]> {
      const rows = await db
        .select()
        .from(socialAttempts)
        .where(eq(socialAttempts.postId, postId))
        .orderBy(desc(socialAttempts.number))
        .limit(most)
      return rows.reverse()
    },
  }
}

/** The queries that change posts. Give it a transaction to make several of them one. */
export function createPostStore(db: Database) {
  return {
    async insert(rows: readonly NewPostRow[]): Promise<void> {
      await db.insert(socialPosts).values([...rows])
    },

    /** The post, locked until the transaction ends, and whether a process is publishing it. */
    async lock(id: string): Promise<{ post: PostRow; isHeld: boolean } | undefined> {
      const [row] = await db
        .select({ post: socialPosts, isHeld })
        .from(socialPosts)
        .where(eq(socialPosts.id, id))
        .for('update')
      return row
    },

    /** Changes a post so that no process that has held it can write any more. */
    async change(id: string, changes: Partial<NewPostRow>): Promise<void> {
      await db
        .update(socialPosts)
        .set({
          ...changes,
          version: sql`${socialPosts.version} + 1`,
          fence: sql`${socialPosts.fence} + 1`,
          leasedUntil: null,
        })
        .where(eq(socialPosts.id, id))
    },

    async remove(id: string): Promise<void> {
      await db.delete(socialPosts).where(eq(socialPosts.id, id))
    },

    /** Accounts that posts can be written for. */
    listAccounts: (ids: readonly string[]): Promise<PostAccount[]> => selectAccounts(db, ids),

    /** The same, kept from being disconnected until the transaction ends. To be called before posts are locked, as disconnecting does. */
    holdAccounts: (ids: readonly string[]): Promise<PostAccount[]> => selectAccounts(db, ids).for('share'),

    /** The ids of the accounts of a platform. */
    async listAccountIds(platform: PostRow['platform']): Promise<string[]> {
      const rows = await db
        .select({ id: socialAccounts.id })
        .from(socialAccounts)
        .where(and(eq(socialAccounts.platform, platform), isNull(socialAccounts.disconnectedAt)))
        .limit(2)
      return rows.map(({ id }) => id)
    },

    /** Leaves to a person what still waits for an account that was disconnected; returns which posts. */
    async failWaiting(accountId: string, now: Date): Promise<Pick<PostRow, 'id' | 'platform'>[]> {
      const at = sql`${now.toISOString()}::timestamptz`
      const { rows } = await db.execute<Pick<PostRow, 'id' | 'platform'>>(sql`
        WITH failed AS (
          UPDATE social_posts SET status = 'failed', fault = 'account', stage = 'preparing', error_message = '',
            fence = fence + 1, leased_until = NULL, updated_at = ${at}
          WHERE account_id = ${accountId} AND status IN ('scheduled', 'publishing') AND stage IN ('preparing', 'handed_over')
          RETURNING id, platform
        ), told AS (
          INSERT INTO social_attempts (post_id, kind, at) SELECT id, 'failed', ${at} FROM failed
        )
        SELECT id, platform FROM failed`)
      return rows
    },

    async addEvent(event: { postId: string; kind: AttemptKind; at: Date; userId: string; detail?: string }) {
      await db.insert(socialAttempts).values({ detail: '', ...event })
    },
  }
}

const selectAccounts = (db: Database, ids: readonly string[]) =>
  db
    .select({
      id: socialAccounts.id,
      platform: socialAccounts.platform,
      name: socialAccounts.name,
      mode: socialAccounts.mode,
    })
    .from(socialAccounts)
    .where(and(inArray(socialAccounts.id, [...ids]), isNull(socialAccounts.disconnectedAt)))

function conditionsOf({ platform, account, status, search }: Omit<CalendarQuery, 'from' | 'to'>): SQL[] {
  const words = foldText(search).split(' ').filter(Boolean)
  return [
    ...(platform ? [eq(socialPosts.platform, platform)] : []),
    ...(account ? [eq(socialPosts.accountId, account)] : []),
    ...(status ? [eq(socialPosts.status, status)] : []),
    ...words.map((word) => sql`${socialPosts.searchText} LIKE ${containing(word)}`),
  ]
}

const spanOf = (from: string | undefined, to: string | undefined): SQL[] => [
  ...(from ? [gte(socialPosts.scheduledAt, new Date(from))] : []),
  ...(to ? [lt(socialPosts.scheduledAt, new Date(to))] : []),
]
