import { z } from 'zod'
import type { Platform } from '#features/social/platforms/platform.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, reasonOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { createFiguresStore } from './figures-store.ts'
import type { PublishingAccounts } from './ports.ts'

const Nothing = z.object({})
const mostAtOnce = 200
const timeout = 10 * 60_000

interface FiguresOptions {
  db: Database
  clock: Clock
  log: Logger
  platforms: ReadonlyMap<string, Platform>
  accounts: Pick<PublishingAccounts, 'open'>
}

/** Reads, every hour, how published posts fare, where their platforms tell. */
export function figuresJob({ db, clock, log, platforms, accounts }: FiguresOptions): Job<typeof Nothing> {
  const store = createFiguresStore(db)
  return {
    name: 'social-figures',
    payload: Nothing,
    everyHours: 1,
    async work() {
      const signal = AbortSignal.timeout(timeout)
      for (const post of await store.listStale(clock.now(), mostAtOnce)) {
        const readFigures = platforms.get(post.platform)?.publishing?.readFigures
        if (!readFigures || signal.aborted) continue
        try {
          const opened = await accounts.open(post.accountId, signal)
          const published = { id: post.publishedId, url: post.publishedUrl }
          await store.store(post.id, await readFigures({ ...opened, signal }, published), clock.now())
        } catch (error) {
          // Figures are no reason to alarm anyone; they are asked for again later.
          log.info({ post: post.id, reason: reasonOf(error) }, 'the figures of a post could not be read')
          await store.store(post.id, undefined, clock.now())
        }
      }
    },
  }
}
