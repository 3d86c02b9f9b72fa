import { type Announce, publishedEvent } from '#features/social/webhook-events.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { freshState, lockOpen } from './scheduling.ts'
import { createPostStore } from './store.ts'

interface DecisionOptions {
  db: Database
  clock: Clock
  announce: Announce
}

/** What people decide about posts that have failed, or that they publish by hand. */
export function createDecisions({ db, clock, announce }: DecisionOptions) {
  /** Locks a post about which a person can decide. @throws {Problem} 404, 409 */
  async function lockDecidable(transaction: Database, id: string) {
    const locked = await createPostStore(transaction).lock(id)
    if (!locked) throw new Problem('social_post_not_found', 404)
    const { post } = locked
    if (post.status !== 'failed' && post.stage !== 'handed_over')
      throw new Problem('social_post_not_failed', 409)
    return post
  }

  return {
    /**
     * Tries a failed post again. Where nobody knows whether it was published, its platform is asked first; with `isAbsent` a person says
     * that they have looked and it is not there. @throws {Problem} 404, 409
     */
    retry: (id: string, isAbsent: boolean, userId: string): Promise<void> =>
      db.transaction(async (transaction) => {
        const store = createPostStore(transaction)
        const post = await lockDecidable(transaction, id)
        if (post.status !== 'failed') throw new Problem('social_post_not_failed', 409)
        const now = clock.now()
        const asksFirst = post.fault === 'unknown' && !isAbsent
        await store.change(id, {
          ...freshState(),
          ...(asksFirst && {
            ...{ status: 'publishing', stage: 'armed', progress: post.progress, armedAt: post.armedAt },
          }),
          ...{ dueAt: now, updatedAt: now },
        })
        const detail = post.fault === 'unknown' && isAbsent ? 'absent' : ''
        await store.addEvent({ postId: id, kind: 'retried', at: now, userId, detail })
      }),

    /** Notes that a post is published, at the address where a person has found or put it. @throws {Problem} 404, 409 */
    markPublished: (id: string, url: string, userId: string): Promise<void> =>
      db.transaction(async (transaction) => {
        const store = createPostStore(transaction)
        const post = await lockDecidable(transaction, id)
        const now = clock.now()
        await store.change(id, {
          ...{ ...freshState(), status: 'published', publishedUrl: url, publishedAt: now, updatedAt: now },
        })
        await store.addEvent({ postId: id, kind: 'decided', at: now, userId, detail: url })
        await announce(transaction, [publishedEvent(post, url, now)])
      }),

    /** Withdraws a post that is not published. @throws {Problem} 404, 409 */
    remove: (id: string): Promise<void> =>
      db.transaction(async (transaction) => {
        await lockOpen(transaction, id)
        await createPostStore(transaction).remove(id)
      }),
  }
}
export type Decisions = ReturnType<typeof createDecisions>
