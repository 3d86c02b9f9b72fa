import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineName } from '#features/seo/submission/contract.ts'
import type { EngineAnswer, SearchEngine, SubmissionWay } from '#features/seo/submission/engines/engine.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import { type AddressOutcome, createAnswerStore } from './answer-store.ts'
import { createCallStore, type NextUp, type TakenCall } from './call-store.ts'
import { createRunEnds, type RunEndOptions } from './run-ends.ts'
import { nextAttempt } from './schedule.ts'

/** How long a stop waits for requests that have been sent, in milliseconds. */
const shutdownTimeout = 8_000

export interface SenderOptions extends RunEndOptions {
  log: Logger
  engines: readonly SearchEngine[]
  /** Whether search engines can reach the site. */
  isPublic: boolean
}

/**
 * Tells search engines of what waits, however many processes there are: one request to an engine at a time. A request is stored
 * before it is sent, and its answer after; when the process dies in between, it is sent again once its lease has ended, and the
 * ledger says that nobody knows whether the first was taken. Engines do not mind being told of an address twice.
 */
export function createSubmissionSender(options: SenderOptions) {
  const { db, clock, log } = options
  const store = createCallStore(db)
  const answers = createAnswerStore(db)
  const ends = createRunEnds(options)
  const running = new Map<EngineName, Promise<void>>()
  const stopping = new AbortController()
  let isStopping = false
  const sendNext = createSteps(options, stopping.signal)

  async function poll(): Promise<void> {
    if (isStopping) return
    await answers.releaseDead(clock.now())
    await ends.endAll()
    for (const name of await store.listDue(clock.now())) {
      if (running.has(name)) continue
      const work = sendAll(name)
        .catch((error: unknown) => {
          // What was taken is sent again when its lease ends.
          log.warn(
            { engine: name, reason: messageOf(error) },
            'a search engine could not be told what is due',
          )
        })
        .finally(() => running.delete(name))
      running.set(name, work)
    }
  }

  async function sendAll(name: EngineName): Promise<void> {
    while (!isStopping && (await sendNext(name)));
  }

  /** Resolves when nothing is being sent. */
  async function drain(): Promise<void> {
    while (running.size > 0) await Promise.all(running.values())
  }

  return {
    poller: { name: 'seo-submissions-due', everySeconds: 1, isDue: store.hasWork, poll } satisfies Poller,
    drain,
    /** Finishes what is being sent, within the time of a stop; the rest is sent after the next start. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.race([drain(), sleep(shutdownTimeout, undefined, { ref: false })])
      stopping.abort()
      await drain()
    },
  }
}

/** Creates the function that sends one request to an engine; it returns whether another one may follow. */
function createSteps(options: SenderOptions, signal: AbortSignal) {
  const { db, clock, engines, isPublic } = options
  const store = createCallStore(db)
  const answers = createAnswerStore(db)
  const ends = createRunEnds(options)
  const findEngine = (name: EngineName) => engines.find((one) => one.name === name)

  /** How something is told now; undefined when it no longer can be. */
  async function findWay(name: EngineName, { kind, quota }: NextUp): Promise<SubmissionWay | undefined> {
    const engine = findEngine(name)
    return isPublic && engine?.kinds().includes(kind) ? engine.findWay(kind, quota) : undefined
  }

  /** Pauses an engine whose quota is used up, also by what nobody knows of whether it was taken. */
  async function pauseWithoutQuota(name: EngineName, { quota }: NextUp): Promise<boolean> {
    const pausedUntil = quota?.left === 0 ? findEngine(name)?.nextQuota?.(quota.at) : undefined
    if (!pausedUntil || pausedUntil <= clock.now()) return false
    await answers.noteEngine(name, { pausedUntil, now: clock.now() })
    return true
  }

  async function stop(
    name: EngineName,
    reason: Pick<EngineAnswer, 'status' | 'fault' | 'answer'>,
  ): Promise<false> {
    await answers.stopWaiting(name, reason)
    await ends.end(name)
    return false
  }

  return async (name: EngineName): Promise<boolean> => {
    const next = await store.findNext(name, clock.now())
    if (!next) return false
    const way = await findWay(name, next)
    if (!way) return stop(name, { status: null, fault: 'not_configured', answer: '' })
    if (way.hasQuota && (await pauseWithoutQuota(name, next))) return false
    const call = await store.take(name, { kind: next.kind, ...limitsOf(way, next), now: clock.now() })
    if (!call) return false
    const answer = await way.send(
      call.addresses.map(({ address }) => address),
      signal,
    )
    const now = clock.now()
    if (signal.aborted && answer.status === null) {
      await answers.abandon(call, now)
      return false
    }
    if (!(await answers.finish(call, answer, { outcomes: outcomesOf(call, answer, now), now }))) return false
    const pausedUntil = pauseAfter(call, answer, now)
    await answers.noteEngine(name, { pausedUntil, quota: answer.quota, sitemap: answer.sitemap, now })
    if (answer.verdict === 'refused') return stop(name, answer)
    await ends.end(name)
    return pausedUntil === undefined
  }
}

/** How much is sent at once, and what of it counts. */
function limitsOf({ mostAddresses, hasQuota }: SubmissionWay, { quota }: NextUp) {
  const left = hasQuota && quota && quota.left > 0 ? quota.left : mostAddresses
  return { most: Math.min(mostAddresses, left), hasQuota }
}

/** What an answer means for each of its addresses. */
function outcomesOf({ addresses }: TakenCall, answer: EngineAnswer, now: Date): AddressOutcome[] {
  const isUnknown = answer.status === null && (answer.fault === 'timeout' || answer.fault === 'disconnected')
  const unknown = isUnknown ? 1 : 0
  return addresses.map(({ number, address, failures }) => {
    const same = {
      number,
      fault: answer.fault,
      answer: answer.answer,
      failures,
      unknown,
      due_at: now,
    } as const
    const reason = answer.refused?.get(address)
    if (reason !== undefined) return { ...same, state: 'refused', answer: reason }
    if (answer.verdict === 'accepted' || answer.verdict === 'refused')
      return { ...same, state: answer.verdict }
    if (answer.verdict === 'quota') return { ...same, state: 'waiting', due_at: answer.again ?? now }
    const next = nextAttempt(failures + 1, now)
    if (!next) return { ...same, state: 'failed', failures: failures + 1 }
    const due = answer.again && answer.again > next ? answer.again : next
    return { ...same, state: 'waiting', failures: failures + 1, due_at: due }
  })
}

/** Until when nothing more is sent to an engine. */
function pauseAfter({ addresses }: TakenCall, answer: EngineAnswer, now: Date): Date | undefined {
  if (answer.verdict !== 'again') return answer.again
  const failures = Math.max(...addresses.map((one) => one.failures)) + 1
  const next = nextAttempt(failures, now)
  return answer.again && (!next || answer.again > next) ? answer.again : next
}
