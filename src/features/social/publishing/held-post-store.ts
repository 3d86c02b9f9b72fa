import { type SQL, sql } from 'drizzle-orm'
import type { AccountMode } from '#features/social/accounts/contract.ts'
import type { PlatformId } from '#features/social/contract.ts'
import type { Json } from '#features/social/platforms/platform.ts'
import type { ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { AttemptKind, PostFault, PostStage, PostStatus } from '#features/social/posts/contract.ts'
import type { Database } from '#platform/postgres.ts'

/** A post that this process has to publish, for as long as its lease lasts. */
export interface HeldPost {
  id: string
  /** What every write needs: whoever takes the post later has a higher one. */
  fence: number
  platform: PlatformId
  accountId: string
  accountMode: AccountMode
  accountName: string
  content: string
  title: string
  target: Record<string, string>
  tracksLinks: boolean
  groupId: string
  stage: PostStage
  /** Encrypted. */
  progress: Json | null
  idempotencyKey: string
  failures: number
  wasRenewed: boolean
  dueAt: Date
  publishedId: string | null
  publishedUrl: string | null
  publishedAt: Date | null
}

/** What a write changes. */
export interface PostChanges {
  status?: PostStatus
  stage?: PostStage
  progress?: Json | null
  /** True for the time of the database. */
  armed?: boolean
  dueAt?: Date
  failures?: number
  wasRenewed?: boolean
  fault?: PostFault | null
  errorMessage?: string | null
  publishedId?: string | null
  publishedUrl?: string | null
  publishedAt?: Date | null
  /** Gives the post back. */
  isReleased?: boolean
  /** Until when the posts of its account wait. */
  accountPausedUntil?: Date | undefined
}

/** Something that happened, for the history of a post. */
export interface NewEvent {
  kind: AttemptKind
  at: Date
  status?: number | null
  milliseconds?: number | null
  detail?: string
}

/** Another process has taken the post since, or people have changed it: this one must not go on with it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
const lease = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

// By the clock of the database alone, so that the clocks of processes may differ.
const isFree = sql`(post.leased_until IS NULL OR post.leased_until < clock_timestamp())`
const isDue = (now: Date) => sql`post.status IN ('scheduled', 'publishing') AND post.stage <> 'handed_over'
  AND post.due_at <= ${at(now)} AND ${isFree}
  AND NOT EXISTS (SELECT FROM social_accounts account WHERE account.id = post.account_id AND account.paused_until > ${at(now)})`

interface TakeOptions {
  now: Date
  leaseSeconds: number
  /** How many posts of the platform all processes may take within a minute. */
  perMinute: number
}

/** The queries of publishing: a post is held by one process at a time, and only its newest holder may write. */
export function createHeldPostStore(db: Database) {
  return {
    /** Whether a post is due. */
    hasWork: (now: Date): SQL =>
      // With EXISTS the planner reads posts that are long out until it finds one that is due, and there is none.
      sql`coalesce((SELECT bool_or(true) FROM social_posts post WHERE ${isDue(now)}), false)`,

    /** The platforms that posts are due for. */
    async listDue(now: Date): Promise<PlatformId[]> {
      const { rows } = await db.execute<{ platform: PlatformId }>(
        sql`SELECT DISTINCT platform FROM social_posts post WHERE ${isDue(now)}`,
      )
      return rows.map(({ platform }) => platform)
    },

    /** Takes the post that has been due for longest; undefined when none is, or the platform's budget is used. */
    async take(
      platform: PlatformId,
      { now, leaseSeconds, perMinute }: TakeOptions,
    ): Promise<HeldPost | undefined> {
      const { rows } = await db.execute<HeldRow>(sql`
        WITH due AS (
          SELECT post.id FROM social_posts post WHERE post.platform = ${platform} AND ${isDue(now)}
            AND (SELECT count(*) FROM social_posts recent WHERE recent.platform = ${platform}
              AND recent.taken_at > statement_timestamp() - interval '1 minute') < ${perMinute}
          ORDER BY post.due_at, post.id LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        UPDATE social_posts post SET status = 'publishing', fence = post.fence + 1, taken_at = clock_timestamp(),
          leased_until = ${lease(leaseSeconds)}
        FROM due, social_accounts account WHERE post.id = due.id AND account.id = post.account_id
        RETURNING post.id, post.fence, post.platform, post.account_id AS "accountId", account.mode AS "accountMode",
          account.name AS "accountName", post.content, post.title, post.target, post.tracks_links AS "tracksLinks",
          post.group_id AS "groupId", post.stage, post.progress,
          post.idempotency_key AS "idempotencyKey", post.failures, post.was_renewed AS "wasRenewed",
          post.due_at AS "dueAt", post.published_id AS "publishedId",
          post.published_url AS "publishedUrl", post.published_at AS "publishedAt"`)
      const [row] = rows
      return row && { ...row, ...timesOf(row), fence: Number(row.fence) }
    },

    /** Holds a post for longer; returns whether it is still held. */
    async renew({ id, fence }: Pick<HeldPost, 'id' | 'fence'>, leaseSeconds: number): Promise<boolean> {
      const { rows } = await db.execute<{ id: string }>(sql`
        UPDATE social_posts SET leased_until = ${lease(leaseSeconds)}
        WHERE id = ${id} AND fence = ${fence} AND leased_until > clock_timestamp() RETURNING id`)
      return rows.length === 1
    },

    /** Changes a post that is still held, with what has happened to it, in a transaction. @throws {LeaseLost} */
    async write(
      { id, fence, accountId }: Pick<HeldPost, 'id' | 'fence' | 'accountId'>,
      { changes, events, leaseSeconds, now }: WriteOptions,
    ): Promise<void> {
      // The account first, in the order in which it is disconnected.
      if (changes.accountPausedUntil) await pauseAccount(db, accountId, changes.accountPausedUntil)
      const { rows } = await db.execute<{ id: string }>(sql`
        UPDATE social_posts SET ${sql.join(assignmentsOf(changes, { leaseSeconds, now }), sql`, `)}
        WHERE id = ${id} AND fence = ${fence} AND leased_until > clock_timestamp() RETURNING id`)
      if (rows.length !== 1) throw new LeaseLost('the post is held by another process, or by nobody')
      await insertEvents(db, id, events)
    },

    /** How long ago a post was armed, in milliseconds, by the clock of the database. */
    async readArmedFor(id: string): Promise<number> {
      const { rows } = await db.execute<{ armedFor: string | null }>(sql`
        SELECT extract(epoch FROM clock_timestamp() - armed_at) * 1000 AS "armedFor" FROM social_posts WHERE id = ${id}`)
      return Number(rows[0]?.armedFor ?? 0)
    },
  }
}
export type HeldPostStore = ReturnType<typeof createHeldPostStore>

interface WriteOptions {
  changes: PostChanges
  events: readonly NewEvent[]
  leaseSeconds: number
  now: Date
}

type HeldRow = Omit<HeldPost, 'fence' | 'dueAt' | 'publishedAt'> & {
  fence: string | number
  dueAt: string | Date
  publishedAt: string | Date | null
}

// Plain SQL answers times as text.
const timesOf = ({ dueAt, publishedAt }: HeldRow) => ({
  dueAt: new Date(dueAt),
  publishedAt: publishedAt === null ? null : new Date(publishedAt),
})

function assignmentsOf(
  changes: PostChanges,
  { leaseSeconds, now }: Pick<WriteOptions, 'leaseSeconds' | 'now'>,
): SQL[] {
  const { armed, isReleased, progress, dueAt, publishedAt } = changes
  const plain: [SQL, unknown][] = [
    [sql`status`, changes.status],
    [sql`stage`, changes.stage],
    [sql`failures`, changes.failures],
    [sql`was_renewed`, changes.wasRenewed],
    [sql`fault`, changes.fault],
    [sql`error_message`, changes.errorMessage],
    [sql`published_id`, changes.publishedId],
    [sql`published_url`, changes.publishedUrl],
  ]
  return [
    ...plain.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`])),
    ...(progress === undefined
      ? []
      : [sql`progress = ${progress === null ? null : JSON.stringify(progress)}::jsonb`]),
    ...(armed === undefined ? [] : [armed ? sql`armed_at = clock_timestamp()` : sql`armed_at = NULL`]),
    ...(dueAt ? [sql`due_at = ${at(dueAt)}`] : []),
    ...(publishedAt === undefined
      ? []
      : [publishedAt ? sql`published_at = ${at(publishedAt)}` : sql`published_at = NULL`]),
    isReleased ? sql`leased_until = NULL` : sql`leased_until = ${lease(leaseSeconds)}`,
    sql`updated_at = ${at(now)}`,
  ]
}

/** Keeps the posts of an account waiting. */
async function pauseAccount(db: Database, accountId: string, until: Date): Promise<void> {
  await db.execute(sql`
    UPDATE social_accounts SET paused_until = greatest(paused_until, ${at(until)}) WHERE id = ${accountId}`)
}

/** A call to a platform, as what has happened to a post. */
export const eventOfCall = (
  { method, address, status, milliseconds, answer }: ObservedCall,
  time: Date,
): NewEvent => ({
  ...{ kind: 'called', at: time, status, milliseconds },
  detail: `${method} ${address}\n${answer}`,
})

/** Stores what has happened to a post. */
export async function insertEvents(db: Database, postId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const values = events.map(
    ({ kind, at: time, status = null, milliseconds = null, detail = '' }) =>
      sql`(${postId}, ${kind}, ${at(time)}, ${status}::int, ${milliseconds}::int, ${detail})`,
  )
  await db.execute(sql`
    INSERT INTO social_attempts (post_id, kind, at, status, milliseconds, detail) VALUES ${sql.join(values, sql`, `)}`)
}
