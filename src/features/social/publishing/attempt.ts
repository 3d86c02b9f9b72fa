import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { Json, PublishContext, Published, Publishing } from '#features/social/platforms/platform.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import { messageOf } from '#platform/log.ts'
import type { ReadContent } from './content.ts'
import { answerFault, fail, handOver, notePublished } from './endings.ts'
import { createHeldPostStore, type HeldPost, LeaseLost } from './held-post-store.ts'
import type { Lease } from './lease.ts'
import { type AttemptOptions, createRun, type Run } from './run.ts'

// A post that was due so long ago may no longer be wanted.
const tooLate = 24 * 3_600_000
// A step that asks to wait for less is waited for.
const shortWait = 1_500
const longestWait = 3_600_000

interface OpenContext extends PublishContext {
  content: Awaited<ReturnType<ReadContent>>
}

/** Creates the function that goes on with the publishing of a post until it is done, has to wait, or a person has to decide. */
export function createAttempts(options: AttemptOptions) {
  return async (held: HeldPost, lease: Lease): Promise<void> => {
    const run = createRun(options, held, lease)
    while (await step(run));
  }
}

/** Does what comes next; returns whether something else follows at once. */
async function step(run: Run): Promise<boolean> {
  const { held, lease, options } = run
  try {
    const publishing = options.platforms.get(held.platform)?.publishing
    const isByHand = !publishing || held.accountMode === 'assisted'
    if (isByHand && run.stage === 'preparing') return await handOver(run)
    if (!publishing) return await fail(run, 'unknown')
    const lateness = options.clock.now().getTime() - held.dueAt.getTime()
    if (held.stage === 'preparing' && lateness > tooLate) return await fail(run, 'late')
    const context = await open(run)
    if (run.stage === 'preparing') return await prepare(run, publishing, context)
    return run.stage === 'armed'
      ? await search(run, publishing, context)
      : await settle(run, publishing, context)
  } catch (error) {
    if (lease.signal.aborted) throw lease.signal.reason
    if (error instanceof LeaseLost) throw error
    if (error instanceof PlatformFault) return answerFault(run, error)
    const reason = messageOf(error)
    options.log.error({ post: held.id, platform: held.platform, reason }, 'publishing a post failed')
    // Whatever it was: a post never waits for ever. While the database is away this fails too, and the lease ends.
    return answerFault(run, new PlatformFault(run.stage === 'armed' ? 'lost' : 'unreachable', reason))
  }
}

async function open(run: Run): Promise<OpenContext> {
  const { held, lease, options, observe } = run
  run.progress ??= run.readProgress()
  run.opened ??= await options.accounts.open(held.accountId, lease.signal)
  const { account, client, accessToken } = run.opened
  const content = await options.readContent(held)
  return {
    ...{ account, client, accessToken, content, observe },
    idempotencyKey: held.idempotencyKey,
    signal: lease.signal,
  }
}

async function prepare(run: Run, publishing: Publishing, context: OpenContext): Promise<boolean> {
  const [fault] = context.content.faults
  if (fault) return fail(run, 'limits', fault)
  const prepared = await publishing.prepare(context, run.progress)
  const { progress } = prepared
  run.progress = progress
  if (!prepared.isReady) {
    const wait = Math.min(Math.max(prepared.wait, 0), longestWait)
    const dueAt = new Date(run.options.clock.now().getTime() + wait)
    const waits = wait > shortWait
    await run.write({ progress, ...(waits && { dueAt, isReleased: true }) }, [run.note('prepared')])
    if (!waits) await sleep(wait, undefined, { signal: run.lease.signal })
    return !waits
  }
  // From here on nobody may send it without asking the platform first.
  await run.write({ progress, armed: true, stage: 'armed' }, [run.note('armed')])
  run.stage = 'armed'
  return publish(run, publishing, context, progress)
}

async function publish(
  run: Run,
  publishing: Publishing,
  context: PublishContext,
  ready: Json,
): Promise<false> {
  await notePublished(run, await publishing.publish(context, ready))
  return false
}

/** After a crash, or when an answer was lost: is the post there? */
async function search(run: Run, publishing: Publishing, context: PublishContext): Promise<boolean> {
  const { held, options, note } = run
  const armedFor = await createHeldPostStore(options.db).readArmedFor(held.id)
  const since = new Date(Date.now() - armedFor)
  const found = await publishing.find(context, { progress: run.progress, since })
  if (found.state === 'published') {
    await notePublished(run, found.published, [note('searched_published')])
    return false
  }
  if (found.state === 'unknown') return fail(run, 'unknown', '', [note('searched_unknown')])
  // Whoever armed it may still be about to send it.
  const wait = options.armedFor - armedFor
  if (wait > 0) {
    await run.end({ dueAt: new Date(options.clock.now().getTime() + wait) })
    return false
  }
  await run.write({ stage: 'preparing', armed: false }, [note('searched_absent')])
  run.stage = 'preparing'
  run.isSearching = false
  return true
}

async function settle(run: Run, publishing: Publishing, context: PublishContext): Promise<false> {
  const { publishedId, publishedUrl } = run.held
  const before: Published = { id: publishedId ?? '', url: publishedUrl, isPending: true }
  const settled = publishing.settle ? await publishing.settle(context, run.progress, before) : before
  if ('rejection' in settled) return fail(run, 'refused', shorten(settled.rejection))
  await notePublished(run, settled)
  return false
}
