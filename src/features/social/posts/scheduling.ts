import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import { Problem } from '#shared/problem.ts'
import { type CheckPost, refuse, resolveMoment } from './checks.ts'
import type { NewPosts, PostChange, PostMove, PostText } from './contract.ts'
import { createPostFileStore } from './post-file-store.ts'
import { createRequestStore, type NotedRequest } from './request-store.ts'
import {
  createPostReader,
  createPostStore,
  type NamedPost,
  type NewPostRow,
  type PostAccount,
} from './store.ts'

export interface SchedulingOptions {
  db: Database
  clock: Clock
  check: CheckPost
}

export interface Asker {
  userId: string
  /** Of several requests with the same key, one has an effect. */
  key: string | undefined
  /** What is asked for, as far as it is the same when it is asked again. */
  what: unknown
}

/** Writing posts and deciding when they are published. */
export function createScheduling({ db, clock, check }: SchedulingOptions) {
  return {
    /**
     * The posts that the same request has scheduled before; undefined when it has not. It may come again when its time is past.
     * @throws {Problem} 422 when the key was used for something else
     */
    async findScheduled({ userId, key, what }: Asker): Promise<string[] | undefined> {
      if (key === undefined) return undefined
      return idsOfSame(await createRequestStore(db).find({ userId, key }), digestOf(what))
    },

    /**
     * Schedules posts that were written together; returns their ids. @throws {Problem} 422 with the fields that a platform would not take
     */
    async schedule(wish: NewPosts, { userId, key, what }: Asker): Promise<string[]> {
      const moment = resolveMoment(wish, clock)
      const groupId = randomUUID()
      const pairs = pairUp(wish, await createPostStore(db).listAccounts(accountIdsOf(wish)))
      const common = { groupId, tracksLinks: wish.tracks_links }
      const refused = []
      for (const [index, { post, account }] of pairs.entries())
        refused.push(...(await check({ ...post, ...common }, account, `posts.${index}.`)))
      if (refused.length > 0) throw refuse(refused)
      const times = { ...moment, ...timesOf(moment.scheduledAt, clock) }
      const rows = pairs.map(({ post, account }) => ({
        ...{ ...common, ...times, ...textOf(post), ...placeOf(account), id: randomUUID(), createdBy: userId },
      }))
      return insertOnce(db, { wish, what, rows, userId, key, now: clock.now() })
    },

    /** Changes a post that nobody has seen yet, and schedules it anew. @throws {Problem} 404, 409, 422 */
    async change(id: string, wish: PostChange, userId: string): Promise<void> {
      const known = await getPost(db, id)
      const moment = resolveMoment(wish, clock)
      const account = requireAccount(await createPostStore(db).listAccounts([known.accountId]))
      const { groupId } = known
      const refused = await check({ ...wish, groupId, tracksLinks: wish.tracks_links }, account)
      if (refused.length > 0) throw refuse(refused)
      await db.transaction(async (transaction) => {
        const store = createPostStore(transaction)
        requireAccount(await store.holdAccounts([known.accountId]))
        await lockOpen(transaction, id, wish.version)
        await setFiles(transaction, id, wish.files)
        await store.change(id, {
          ...{ ...textOf(wish), ...moment, ...freshState(), tracksLinks: wish.tracks_links },
          ...{ dueAt: moment.scheduledAt, updatedAt: clock.now() },
        })
        await store.addEvent({ postId: id, kind: 'edited', at: clock.now(), userId })
      })
    },

    /** Gives a post another time. @throws {Problem} 404, 409, 422 */
    async move(id: string, wish: PostMove, userId: string): Promise<void> {
      const moment = resolveMoment(wish, clock)
      await db.transaction(async (transaction) => {
        const store = createPostStore(transaction)
        const { accountId } = await getPost(transaction, id)
        requireAccount(await store.holdAccounts([accountId]))
        await lockOpen(transaction, id, wish.version)
        await store.change(id, {
          ...moment,
          ...freshState(),
          dueAt: moment.scheduledAt,
          updatedAt: clock.now(),
        })
        await store.addEvent({
          postId: id,
          kind: 'moved',
          at: clock.now(),
          userId,
          detail: `${moment.wallTime} ${moment.timeZone}`,
        })
      })
    },
  }
}
export type Scheduling = ReturnType<typeof createScheduling>

/** The state of a post that has yet to be published, as if nothing had been tried. */
export const freshState = () =>
  ({
    status: 'scheduled',
    stage: 'preparing',
    progress: null,
    armedAt: null,
    failures: 0,
    wasRenewed: false,
    fault: null,
    errorMessage: null,
  }) as const

/**
 * Locks a post that people may still change: one that waits, has failed, or is for a person to publish. Where nobody knows whether it
 * was published, somebody has to say so first. @throws {Problem} 404, 409
 */
export async function lockOpen(transaction: Database, id: string, version?: number) {
  const locked = await createPostStore(transaction).lock(id)
  if (!locked) throw new Problem('social_post_not_found', 404)
  const { post, isHeld } = locked
  if (version !== undefined && post.version !== version)
    throw new Problem('social_post_stale', 409, { extra: { current_version: post.version } })
  if (post.status === 'published') throw new Problem('social_post_published', 409)
  if (post.fault === 'unknown') throw new Problem('social_post_unknown', 409)
  if (isHeld || post.stage === 'armed' || post.stage === 'settling')
    throw new Problem('social_post_publishing', 409)
  return post
}

async function getPost(db: Database, id: string): Promise<NamedPost> {
  const post = await createPostReader(db).find(id)
  if (!post) throw new Problem('social_post_not_found', 404)
  return post
}

function requireAccount([account]: readonly PostAccount[]): PostAccount {
  if (!account) throw new Problem('social_account_disconnected', 409)
  return account
}

/** Gives a post its files. @throws {Problem} 422 for one that has been deleted since it was checked */
async function setFiles(transaction: Database, id: string, files: PostText['files'], prefix = '') {
  const store = createPostFileStore(transaction)
  const held = await store.hold(files.map((file) => file.id))
  const missing = files.findIndex((file) => !held.has(file.id))
  if (missing >= 0) throw refuse([{ field: `${prefix}files.${missing}`, code: 'social_file_unknown' }])
  await store.replace(id, files)
}

const accountIdsOf = ({ posts }: NewPosts) => posts.map(({ account_id }) => account_id)

/** Posts with their accounts, of those that were found. @throws {Problem} 422 for one that is not connected */
function pairUp({ posts }: NewPosts, found: readonly PostAccount[]) {
  const accounts = new Map(found.map((account) => [account.id, account]))
  const refused = posts.flatMap(({ account_id }, index) =>
    accounts.has(account_id) ? [] : { field: `posts.${index}.account_id`, code: 'social_account_unknown' },
  )
  if (refused.length > 0) throw refuse(refused)
  return posts.flatMap((post) => {
    const account = accounts.get(post.account_id)
    return account ? [{ post, account }] : []
  })
}

const placeOf = ({ id, platform }: PostAccount) => ({ accountId: id, platform })
const timesOf = (scheduledAt: Date, clock: Clock) => {
  const now = clock.now()
  return { dueAt: scheduledAt, createdAt: now, updatedAt: now }
}

function textOf({ content, title, target }: PostText) {
  return { content, title, target, searchText: foldText(`${title} ${content}`) }
}

interface NewPlan {
  wish: NewPosts
  what: unknown
  rows: readonly NewPostRow[]
  userId: string
  key: string | undefined
  now: Date
}

const digestOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('hex')

/** The posts of a request that is known. @throws {Problem} 422 when it was for something else */
function idsOfSame(known: NotedRequest | undefined, digest: string): string[] | undefined {
  if (known && known.digest !== digest) throw new Problem('idempotency_key_used', 422)
  return known?.postIds
}

/** Inserts posts, unless a request with the same key has done so. @throws {Problem} 422 when that one was for something else */
async function insertOnce(db: Database, { wish, what, rows, userId, key, now }: NewPlan): Promise<string[]> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  return db.transaction(async (transaction) => {
    if (key !== undefined) {
      const digest = digestOf(what)
      const request = { userId, key, digest, postIds: ids, createdAt: now }
      const before = idsOfSame(await createRequestStore(transaction).note(request), digest)
      if (before) return before
    }
    const store = createPostStore(transaction)
    pairUp(wish, await store.holdAccounts(accountIdsOf(wish)))
    await store.insert(rows)
    for (const [index, id] of ids.entries()) {
      await setFiles(transaction, id, wish.posts[index]?.files ?? [], `posts.${index}.`)
      await store.addEvent({ postId: id, kind: 'scheduled', at: now, userId })
    }
    return ids
  })
}
