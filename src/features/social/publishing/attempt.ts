import type { Notify } from '#feature.ts'
import { postFailed, postHandedOver } from '#features/social/notifications.ts'
import { mayHaveHappened, PlatformFault } from '#features/social/platforms/fault.ts'
import type {
  Json,
  Platform,
  PublishContext,
  Published,
  Publishing,
} from '#features/social/platforms/platform.ts'
import type { ObservedCall } from '#features/social/platforms/platform-calls.ts'
import type { PostFault } from '#features/social/posts/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import type { ReadContent } from './content.ts'
import { createHeldPostStore, type HeldPost, type NewEvent, type PostChanges } from './held-post-store.ts'
import type { Lease } from './lease.ts'
import type { OpenAccount, PublishingAccounts } from './ports.ts'
import { nextAttempt, nextLook } from './retries.ts'

// A post that was due so long ago may no longer be wanted.
const tooLate = 24 * 3_600_000
// A platform that has a post and has not shown it for so long will not say its address.
const longestSettling = 24 * 3_600_000
// Until an answer that was lost may show in what the platform lists.
const beforeSearch = 5_000
// A step that asks to wait for less is waited for.
const shortWait = 1_500

export interface AttemptOptions {
  db: Database
  clock: Clock
  log: Logger
  platforms: ReadonlyMap<string, Platform>
  accounts: PublishingAccounts
  readContent: ReadContent
  notify: Notify
  leaseSeconds: number
  /** How long after it was armed nobody can still be publishing a post whose lease has ended, in milliseconds. */
  armedFor: number
}

interface OpenContext extends PublishContext {
  content: Awaited<ReturnType<ReadContent>>
}

/** Creates the function that goes on with the publishing of a post until it is done, has to wait, or a person has to decide. */
export function createAttempts(options: AttemptOptions) {
  return async (held: HeldPost, lease: Lease): Promise<void> => {
    const attempt = createAttempt(options, held, lease)
    while (await attempt.step());
  }
}

function createAttempt(options: AttemptOptions, held: HeldPost, lease: Lease) {
  const { clock, log, platforms, accounts, readContent } = options
  const platform = platforms.get(held.platform)
  const { write, end, observe, note } = createRecorder(options, held, lease)
  let { stage, progress } = held
  let opened: OpenAccount | undefined

  /** Does what comes next; returns whether something else follows at once. */
  async function step(): Promise<boolean> {
    try {
      const publishing = platform?.publishing
      if (!publishing || held.accountMode === 'assisted') return await handOver()
      if (held.stage === 'preparing' && isTooLate(held, clock.now())) return await fail('late')
      const context: OpenContext = await open()
      if (stage === 'preparing') return await prepare(publishing, context)
      return stage === 'armed' ? await search(publishing, context) : await settle(publishing, context)
    } catch (error) {
      if (lease.signal.aborted) throw lease.signal.reason
      if (error instanceof PlatformFault) return answerFault(error)
      log.error(
        { post: held.id, platform: held.platform, reason: messageOf(error) },
        'publishing a post failed',
      )
      // Whatever it was: a post never waits for ever. While the database is away this fails too, and the lease ends.
      return answerFault(new PlatformFault(stage === 'armed' ? 'lost' : 'unreachable', messageOf(error)))
    }
  }

  async function open() {
    opened ??= await accounts.open(held.accountId, lease.signal)
    const { account, client, accessToken } = opened
    const content = await readContent(held)
    return {
      ...{ account, client, accessToken, content, observe },
      idempotencyKey: held.idempotencyKey,
      signal: lease.signal,
    }
  }

  async function prepare(publishing: Publishing, context: OpenContext): Promise<boolean> {
    const [fault] = context.content.faults
    if (fault) return fail('limits', fault)
    const prepared = await publishing.prepare(context, progress)
    progress = prepared.progress
    if (!prepared.isReady) {
      const dueAt = new Date(clock.now().getTime() + prepared.wait)
      const waits = prepared.wait > shortWait
      await write({ progress, ...(waits && { dueAt, isReleased: true }) }, [note('prepared')])
      return !waits
    }
    // From here on nobody may send it without asking the platform first.
    await write({ progress, armed: true, stage: 'armed' }, [note('armed')])
    stage = 'armed'
    return publish(publishing, context, progress)
  }

  async function publish(publishing: Publishing, context: PublishContext, ready: Json): Promise<boolean> {
    const published = await publishing.publish(context, ready)
    await notePublished(published)
    return false
  }

  /** After a crash, or when an answer was lost: is the post there? */
  async function search(publishing: Publishing, context: PublishContext): Promise<boolean> {
    const armedFor = await createHeldPostStore(options.db).readArmedFor(held.id)
    const since = new Date(Date.now() - armedFor)
    const found = await publishing.find(context, { progress: progress ?? null, since })
    if (found.state === 'published') {
      await notePublished(found.published, [note('searched_published')])
      return false
    }
    if (found.state === 'unknown') return fail('unknown', '', [note('searched_unknown')])
    // Whoever armed it may still be about to send it.
    const wait = options.armedFor - armedFor
    if (wait > 0) {
      await end({ dueAt: new Date(clock.now().getTime() + wait) })
      return false
    }
    await write({ stage: 'preparing', armed: false }, [note('searched_absent')])
    stage = 'preparing'
    return true
  }

  async function settle(publishing: Publishing, context: PublishContext): Promise<boolean> {
    const before: Published = { id: held.publishedId ?? '', url: held.publishedUrl, isPending: true }
    const after = publishing.settle ? await publishing.settle(context, progress ?? null, before) : before
    await notePublished(after)
    return false
  }

  async function notePublished(published: Published, events: NewEvent[] = []): Promise<void> {
    const now = clock.now()
    const { id, url, isPending = false } = published
    const isNew = stage !== 'settling'
    const waitsOn = isPending && now.getTime() - held.scheduledAt.getTime() < longestSettling
    const looks = isNew ? 0 : held.failures + 1
    await end(
      {
        ...{ publishedId: id, publishedUrl: url, fault: null, errorMessage: null },
        ...(waitsOn
          ? { stage: 'settling', dueAt: nextLook(looks, now), failures: looks }
          : { status: 'published', stage: 'preparing', failures: 0 }),
        ...(isNew && { publishedAt: now }),
      },
      [
        ...events,
        ...(isNew
          ? [note('published', { detail: url ?? '' })]
          : waitsOn
            ? []
            : [note('settled', { detail: url ?? '' })]),
      ],
    )
    await accounts.noteSuccess(held.accountId)
  }

  async function handOver(): Promise<boolean> {
    await end({ stage: 'handed_over' }, [note('handed_over')], (at) =>
      notificationOf(postHandedOver, { data: { post_id: held.id, account: held.accountName }, at }),
    )
    return false
  }

  async function fail(fault: PostFault, sentence = '', events: NewEvent[] = []): Promise<boolean> {
    const isOpen = fault === 'unknown'
    await end(
      {
        ...{ status: 'failed', fault, errorMessage: sentence, failures: 0, wasRenewed: false },
        ...(!isOpen && { stage: 'preparing', armed: false, progress: null }),
      },
      [...events, note('failed', { detail: sentence })],
      (at) => notificationOf(postFailed, { data: { post_id: held.id, account: held.accountName }, at }),
    )
    return false
  }

  /** What a fault means depends on whether the post may be out. */
  async function answerFault(fault: PlatformFault): Promise<boolean> {
    const isSearching = held.stage === 'armed' && stage === 'armed'
    if (fault.kind === 'token') return renewToken(fault, isSearching)
    if (stage === 'settling' && fault.kind !== 'refused') return postpone(fault)
    if (isSearching) return fault.kind === 'refused' ? fail('unknown', fault.message) : postpone(fault)
    if (stage === 'armed' && mayHaveHappened(fault)) {
      const dueAt = new Date(clock.now().getTime() + beforeSearch)
      await end({ dueAt }, [note('lost', { status: fault.status ?? null, detail: fault.message })])
      return false
    }
    return fault.kind === 'refused' ? fail('refused', fault.message) : postpone(fault)
  }

  async function renewToken(fault: PlatformFault, isSearching: boolean): Promise<boolean> {
    if (held.wasRenewed || !opened) return fail(isSearching ? 'unknown' : 'account', fault.message)
    held.wasRenewed = true
    try {
      const refused = { tokenVersion: opened.tokenVersion, sentence: fault.message }
      opened = await accounts.renew(held.accountId, refused, lease.signal)
    } catch (error) {
      if (lease.signal.aborted || !(error instanceof PlatformFault)) throw error
      if (error.kind !== 'token') return postpone(error)
      return fail(isSearching ? 'unknown' : 'account', error.message)
    }
    const backs = stage === 'armed' && !isSearching
    await write({ wasRenewed: true, ...(backs && { stage: 'preparing', armed: false }) }, [note('renewed')])
    if (backs) stage = 'preparing'
    return true
  }

  /** Tries again later; after too many attempts a person decides. */
  async function postpone(fault: PlatformFault): Promise<boolean> {
    const now = clock.now()
    const failures = held.failures + 1
    const isSearching = held.stage === 'armed' && stage === 'armed'
    if (fault.kind === 'limited' && fault.again)
      await createHeldPostStore(options.db).pauseAccount(held.accountId, fault.again)
    const dueAt = stage === 'settling' ? nextLook(failures, now) : nextAttempt(failures, now, fault)
    if (!dueAt) return fail(isSearching ? 'unknown' : 'retries', fault.message)
    const backs = stage === 'armed' && !isSearching
    await end({ dueAt, failures, ...(backs && { stage: 'preparing', armed: false }) }, [
      note('postponed', { status: fault.status ?? null, detail: fault.message }),
    ])
    return false
  }

  return { step }
}

const isTooLate = ({ dueAt }: HeldPost, now: Date) => now.getTime() - dueAt.getTime() > tooLate

/** Writes what becomes of a held post, with its history. */
function createRecorder({ db, clock, notify, leaseSeconds }: AttemptOptions, held: HeldPost, lease: Lease) {
  const calls: NewEvent[] = []

  async function write(
    changes: PostChanges,
    events: readonly NewEvent[] = [],
    tell?: (at: Date) => Parameters<Notify>[1][number],
  ): Promise<void> {
    const now = clock.now()
    const observed = calls.splice(0)
    await db.transaction(async (transaction) => {
      const store = createHeldPostStore(transaction)
      await store.write(held, { changes, events: [...observed, ...events], leaseSeconds, now })
      if (tell) await notify(transaction, [tell(now)])
    })
    lease.noteRenewed()
  }

  return {
    write,
    /** The same, and gives the post back. */
    end: (changes: PostChanges, events: readonly NewEvent[] = [], tell?: Parameters<typeof write>[2]) =>
      write({ ...changes, isReleased: true }, events, tell),
    note: (kind: NewEvent['kind'], more: Partial<NewEvent> = {}): NewEvent => ({
      kind,
      at: clock.now(),
      ...more,
    }),
    observe({ method, address, status, milliseconds, answer }: ObservedCall) {
      calls.push({
        kind: 'called',
        at: clock.now(),
        status,
        milliseconds,
        detail: `${method} ${address}\n${answer}`,
      })
    },
  }
}
