import { withToken } from '#features/social/accounts/tokens/with-token.ts'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { CallContext, Platform, Publishing } from '#features/social/platforms/platform.ts'
import { findRemove } from '#features/social/posts/reading.ts'
import { createPostReader, createPostStore, type NamedPost } from '#features/social/posts/store.ts'
import { eventOfCall, insertEvents, type NewEvent } from '#features/social/publishing/held-post-store.ts'
import type { PublishingAccounts } from '#features/social/publishing/ports.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'

// How long somebody waits for the platform, in milliseconds.
const timeout = 20_000

interface RemovalOptions {
  db: Database
  clock: Clock
  platforms: ReadonlyMap<string, Platform>
  accounts: Pick<PublishingAccounts, 'open' | 'renew' | 'noteSuccess'>
}

type Remove = NonNullable<Publishing['remove']>

/** Removes published posts from their platforms. */
export function createRemoval(options: RemovalOptions) {
  const { db, clock, platforms } = options

  /** Notes what came of it, once however often it was asked for. */
  async function note(id: string, { calls, userId, fault }: Outcome): Promise<void> {
    const now = clock.now()
    await db.transaction(async (transaction) => {
      const store = createPostStore(transaction)
      const locked = await store.lock(id)
      if (!locked) throw new Problem('social_post_not_found', 404)
      await insertEvents(transaction, id, calls)
      if (locked.post.removedAt) return
      const event = { postId: id, at: now, userId }
      if (fault) return store.addEvent({ ...event, kind: 'not_removed', detail: fault.message })
      await store.change(id, { removedAt: now, updatedAt: now })
      await store.addEvent({ ...event, kind: 'removed' })
    })
  }

  return {
    /**
     * Removes a published post from its platform; one that is not there any more is noted as removed.
     * @throws {Problem} 404, 409 when it cannot be removed or the platform refuses, 502 when the platform does not answer
     */
    async remove(id: string, userId: string): Promise<void> {
      const post = await createPostReader(db).find(id)
      if (!post) throw new Problem('social_post_not_found', 404)
      if (post.status !== 'published') throw new Problem('social_post_not_published', 409)
      if (post.removedAt) return
      if (!post.isConnected) throw new Problem('social_account_disconnected', 409)
      const remove = findRemove(platforms, post)
      if (!remove) throw new Problem('social_removal_unsupported', 409)
      const calls: NewEvent[] = []
      const fault = await callOf(options, { remove, post, calls, signal: AbortSignal.timeout(timeout) })
      await note(id, { calls, userId, fault })
      if (fault) throw problemOf(fault)
    },
  }
}
export type Removal = ReturnType<typeof createRemoval>

interface Outcome {
  calls: readonly NewEvent[]
  userId: string
  fault: PlatformFault | undefined
}

interface RemovalCall {
  remove: Remove
  post: NamedPost
  /** Gets what was called. */
  calls: NewEvent[]
  signal: AbortSignal
}

/** Has the platform remove the post, with a renewed token where it refuses the first. Returns why it has not. */
async function callOf(
  { accounts, clock }: RemovalOptions,
  { remove, post, calls, signal }: RemovalCall,
): Promise<PlatformFault | undefined> {
  const { accountId, publishedId, publishedUrl } = post
  const published = { id: publishedId ?? '', url: publishedUrl }
  const observe: CallContext['observe'] = (call) => void calls.push(eventOfCall(call, clock.now()))
  try {
    await withToken(accounts, {
      ...{ accountId, signal },
      call: (opened) => remove({ ...opened, signal, observe }, published),
    })
  } catch (error) {
    if (error instanceof PlatformFault) return isGone(error) ? undefined : error
    if (signal.aborted) return new PlatformFault('lost', 'timeout', { cause: error })
    throw error
  }
  await accounts.noteSuccess(accountId)
  return undefined
}

/** Whether the platform says that there is no such post. */
const isGone = ({ kind, status }: PlatformFault) => kind === 'refused' && (status === 404 || status === 410)

function problemOf({ kind, message: sentence }: PlatformFault): Problem {
  if (kind === 'refused') return new Problem('social_removal_refused', 409, { params: { sentence } })
  if (kind === 'token') return new Problem('social_account_broken', 409)
  return new Problem('social_platform_failed', 502, { extra: { sentence } })
}
