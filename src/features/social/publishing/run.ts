import type { Notify } from '#feature.ts'
import type { Json, Platform } from '#features/social/platforms/platform.ts'
import type { ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { PostStage } from '#features/social/posts/contract.ts'
import type { Announce } from '#features/social/webhook-events.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'
import type { ReadContent } from './content.ts'
import {
  createHeldPostStore,
  eventOfCall,
  type HeldPost,
  type NewEvent,
  type PostChanges,
} from './held-post-store.ts'
import type { Lease } from './lease.ts'
import type { OpenAccount, PublishingAccounts } from './ports.ts'
import { createProgressCipher } from './progress-store.ts'

export interface AttemptOptions {
  db: Database
  clock: Clock
  log: Logger
  encryption: Encryption
  platforms: ReadonlyMap<string, Platform>
  accounts: PublishingAccounts
  readContent: ReadContent
  notify: Notify
  announce: Announce
  leaseSeconds: number
  /** How long after it was armed nobody can still be publishing a post whose lease has ended, in milliseconds. */
  armedFor: number
}

/** What is told with a change: to the team, and to programs of others. */
type Tell = (at: Date) => { news?: Parameters<Notify>[1][number]; event?: WebhookEvent }

/** What a process does with a post while it holds it. */
export interface Run {
  options: AttemptOptions
  held: HeldPost
  lease: Lease
  stage: PostStage
  progress: Json | null
  /** Reads what has been prepared of the post before. @throws {DecryptionError} */
  readProgress(): Json | null
  /** The account, once it is open. */
  opened: OpenAccount | undefined
  /** Whether the token has been renewed for the post. */
  wasRenewed: boolean
  /** Whether nobody knows if the post is out: it was armed by a process that died, or in an attempt whose answer was lost. */
  isSearching: boolean
  /** Writes a change with what has happened, and renews the lease. @throws {LeaseLost} */
  write(changes: PostChanges, events?: readonly NewEvent[], tell?: Tell): Promise<void>
  /** The same, and gives the post back. @throws {LeaseLost} */
  end(changes: PostChanges, events?: readonly NewEvent[], tell?: Tell): Promise<void>
  /** Something that happens now. */
  note(kind: NewEvent['kind'], more?: Partial<NewEvent>): NewEvent
  /** Notes a call to the platform. */
  observe(call: ObservedCall): void
}

/** Begins to work on a post that has been taken. */
export function createRun(options: AttemptOptions, held: HeldPost, lease: Lease): Run {
  const { db, clock, notify, announce, encryption, leaseSeconds } = options
  const cipher = createProgressCipher(encryption)
  const calls: NewEvent[] = []

  async function write(changes: PostChanges, events: readonly NewEvent[] = [], tell?: Tell): Promise<void> {
    const now = clock.now()
    const began = performance.now()
    const observed = [...calls]
    const { progress, ...others } = changes
    const stored =
      progress === undefined ? others : { ...others, progress: cipher.encrypt(progress, held.id) }
    await db.transaction(async (transaction) => {
      const store = createHeldPostStore(transaction)
      await store.write(held, { changes: stored, events: [...observed, ...events], leaseSeconds, now })
      const { news, event } = tell?.(now) ?? {}
      if (news) await notify(transaction, [news])
      if (event) await announce(transaction, [event])
    })
    calls.splice(0, observed.length)
    lease.noteRenewed(began)
  }

  const run: Run = {
    ...{ options, held, lease, write },
    ...{ stage: held.stage, progress: null, opened: undefined, wasRenewed: held.wasRenewed },
    readProgress: () => cipher.decrypt(held.progress, held.id),
    isSearching: held.stage === 'armed',
    end: (changes, events, tell) => write({ ...changes, isReleased: true }, events, tell),
    note: (kind, more = {}) => ({ kind, at: clock.now(), ...more }),
    observe: (call) => void calls.push(eventOfCall(call, clock.now())),
  }
  return run
}
