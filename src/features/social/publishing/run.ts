import type { Notify } from '#feature.ts'
import type { Json, Platform } from '#features/social/platforms/platform.ts'
import type { ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { PostStage } from '#features/social/posts/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { ReadContent } from './content.ts'
import { createHeldPostStore, type HeldPost, type NewEvent, type PostChanges } from './held-post-store.ts'
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
  leaseSeconds: number
  /** How long after it was armed nobody can still be publishing a post whose lease has ended, in milliseconds. */
  armedFor: number
}

type Tell = (at: Date) => Parameters<Notify>[1][number]

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
  /** Whether the post was armed before: by a process that died, or in an attempt whose answer was lost. */
  isSearching(): boolean
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
  const { db, clock, notify, encryption, leaseSeconds } = options
  const cipher = createProgressCipher(encryption)
  const calls: NewEvent[] = []

  async function write(changes: PostChanges, events: readonly NewEvent[] = [], tell?: Tell): Promise<void> {
    const now = clock.now()
    const observed = calls.splice(0)
    const { progress, ...others } = changes
    const stored =
      progress === undefined ? others : { ...others, progress: cipher.encrypt(progress, held.id) }
    await db.transaction(async (transaction) => {
      const store = createHeldPostStore(transaction)
      await store.write(held, { changes: stored, events: [...observed, ...events], leaseSeconds, now })
      if (tell) await notify(transaction, [tell(now)])
    })
    lease.noteRenewed()
  }

  const run: Run = {
    ...{ options, held, lease, write },
    ...{ stage: held.stage, progress: null, opened: undefined, wasRenewed: held.wasRenewed },
    readProgress: () => cipher.decrypt(held.progress, held.id),
    isSearching: () => held.stage === 'armed' && run.stage === 'armed',
    end: (changes, events, tell) => write({ ...changes, isReleased: true }, events, tell),
    note: (kind, more = {}) => ({ kind, at: clock.now(), ...more }),
    observe({ method, address, status, milliseconds, answer }) {
      calls.push({
        ...{ kind: 'called', at: clock.now(), status, milliseconds },
        detail: `${method} ${address}\n${answer}`,
      })
    },
  }
  return run
}
