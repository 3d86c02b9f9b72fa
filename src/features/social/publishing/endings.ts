import { postFailed, postHandedOver } from '#features/social/notifications.ts'
import { mayHaveHappened, PlatformFault, wordsOf } from '#features/social/platforms/fault.ts'
import type { Published } from '#features/social/platforms/platform.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import type { PostFault } from '#features/social/posts/contract.ts'
import { failedEvent, publishedEvent } from '#features/social/webhook-events.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import type { HeldPost, NewEvent } from './held-post-store.ts'
import { nextAttempt, nextLook, wishOf } from './retries.ts'
import type { Run } from './run.ts'

// Of a post that a platform has and has not shown for so long nobody knows what has become of it.
const longestSettling = 24 * 3_600_000
// Until an answer that was lost may show in what the platform lists.
const beforeSearch = 5_000

/** Notes that the platform has the post, and whether it shows it. */
export async function notePublished(run: Run, published: Published, events: NewEvent[] = []): Promise<void> {
  const { held, options, stage, note } = run
  const now = options.clock.now()
  const { id, isPending = false } = published
  // It becomes a link.
  const url = /^https?:/i.test(published.url ?? '') ? published.url : null
  const isNew = stage !== 'settling'
  if (isPending && !isNew && isSettledLong(held, now)) return void (await fail(run, 'unknown'))
  const looks = isNew ? 0 : held.failures + 1
  const detail = url ?? ''
  await run.end(
    {
      ...{ publishedId: id, publishedUrl: url, fault: null, errorMessage: null },
      ...(isPending
        ? { stage: 'settling', dueAt: nextLook(looks, now), failures: looks }
        : { status: 'published', stage: 'preparing', failures: 0 }),
      ...(isNew && { publishedAt: now }),
    },
    [
      ...events,
      ...(isNew ? [note('published', { detail })] : []),
      ...(isNew || isPending ? [] : [note('settled', { detail })]),
    ],
    isPending ? undefined : (at) => ({ event: publishedEvent(held, url, at) }),
  )
  await options.accounts.noteSuccess(held.accountId)
}

const isSettledLong = ({ publishedAt }: Pick<HeldPost, 'publishedAt'>, now: Date): boolean =>
  publishedAt !== null && now.getTime() - publishedAt.getTime() >= longestSettling

/** Gives the post to a person who publishes it by hand. */
export async function handOver(run: Run): Promise<false> {
  const { id, accountName } = run.held
  await run.end({ stage: 'handed_over' }, [run.note('handed_over')], (at) => ({
    news: notificationOf(postHandedOver, { data: { post_id: id, account: accountName }, at }),
  }))
  return false
}

/** Leaves the post to a person. Where nobody knows whether it is out, it stays as it is. */
export async function fail(
  run: Run,
  fault: PostFault,
  sentence = '',
  events: NewEvent[] = [],
): Promise<false> {
  const { id, accountName } = run.held
  await run.end(
    {
      ...{ status: 'failed', fault, errorMessage: sentence, failures: 0, wasRenewed: false },
      ...(fault !== 'unknown' && {
        ...{ stage: 'preparing', armed: false, progress: null },
        ...{ publishedId: null, publishedUrl: null, publishedAt: null },
      }),
    },
    [...events, run.note('failed', { detail: sentence })],
    (at) => ({
      news: notificationOf(postFailed, { data: { post_id: id, account: accountName }, at }),
      event: failedEvent(run.held, fault, at),
    }),
  )
  return false
}

const storedWordsOf = (fault: PlatformFault): string => shorten(wordsOf(fault))

/** Whether the post may be out, so that it must not be sent again. */
const mayBeOut = (run: Run): boolean => run.isSearching || run.stage === 'settling'

/** What a fault means depends on whether the post may be out. Returns whether something else follows at once. */
export async function answerFault(run: Run, fault: PlatformFault): Promise<boolean> {
  const { stage, note, options } = run
  if (fault.kind === 'token') return renewToken(run, fault)
  // What went wrong is the question, not the post.
  if (stage === 'settling') return postpone(run, fault)
  if (run.isSearching)
    return fault.kind === 'refused' ? fail(run, 'unknown', storedWordsOf(fault)) : postpone(run, fault)
  if (stage === 'armed' && mayHaveHappened(fault)) {
    const dueAt = new Date(options.clock.now().getTime() + beforeSearch)
    await run.end({ dueAt }, [note('lost', { status: fault.status ?? null, detail: storedWordsOf(fault) })])
    return false
  }
  return fault.kind === 'refused' ? fail(run, 'refused', storedWordsOf(fault)) : postpone(run, fault)
}

/** Renews a token that the platform refuses, once for each post. */
async function renewToken(run: Run, fault: PlatformFault): Promise<boolean> {
  const { held, opened, lease, options } = run
  const giveUp = (sentence: string) => fail(run, mayBeOut(run) ? 'unknown' : 'account', sentence)
  if (run.wasRenewed || !opened) return giveUp(storedWordsOf(fault))
  try {
    const refused = { tokenVersion: opened.tokenVersion, sentence: fault.message }
    run.opened = await options.accounts.renew(held.accountId, refused, lease.signal)
  } catch (error) {
    if (lease.signal.aborted || !(error instanceof PlatformFault)) throw error
    return error.kind === 'token' ? giveUp(storedWordsOf(error)) : postpone(run, error)
  }
  run.wasRenewed = true
  const backs = stepBack(run)
  await run.write({ wasRenewed: true, ...backs }, [run.note('renewed')])
  if ('stage' in backs) run.stage = backs.stage
  return true
}

/** Tries again later; after too many attempts a person decides. */
async function postpone(run: Run, fault: PlatformFault): Promise<false> {
  const { held, options, stage, note } = run
  const now = options.clock.now()
  const failures = held.failures + 1
  const dueAt = stage === 'settling' ? nextLookOf(run, now) : nextAttempt(failures, now, fault)
  if (!dueAt) return fail(run, mayBeOut(run) ? 'unknown' : 'retries', storedWordsOf(fault))
  const accountPausedUntil = fault.kind === 'limited' ? wishOf(fault, now) : undefined
  await run.end({ dueAt, failures, accountPausedUntil, ...stepBack(run) }, [
    note('postponed', { status: fault.status ?? null, detail: storedWordsOf(fault) }),
  ])
  return false
}

const nextLookOf = ({ held }: Run, now: Date): Date | undefined =>
  isSettledLong(held, now) ? undefined : nextLook(held.failures + 1, now)

/** A post that was armed and has certainly not been sent is no longer armed. */
const stepBack = (run: Run) =>
  run.stage === 'armed' && !run.isSearching ? ({ stage: 'preparing', armed: false } as const) : {}
