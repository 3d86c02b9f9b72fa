import { type SQL, sql } from 'drizzle-orm'
import { runAs } from '#platform/database/change-author.ts'
import { runInBackground } from '#platform/database/wait-limit.ts'
import { inSpan } from '#platform/tracing/spans.ts'
import type { Clock } from './clock.ts'
import { type Logger, messageOf } from './log.ts'
import type { Database } from './postgres.ts'

/**
 * Work in a table of its feature, which every process polls. A poll must lock its rows in the transaction that does the
 * work (`FOR UPDATE SKIP LOCKED`), so that it is done once by all processes, and again when one of them dies.
 */
export interface Poller {
  name: string
  everySeconds: number
  /** A cheap condition that holds whenever there is work. Without it, the poller polls every time. */
  isDue?(now: Date): SQL
  /** Whether every process needs it, since it stores what the process itself has gathered. Others need one that works in the background. */
  isOfProcess?: boolean
  poll(): Promise<void>
}

/** Evaluates conditions in one query. @throws {Error} while the database cannot be reached */
export type EvaluateConditions = (conditions: readonly SQL[]) => Promise<boolean[]>

/** Evaluates conditions on a database. */
export async function evaluateConditions(db: Database, conditions: readonly SQL[]): Promise<boolean[]> {
  const { rows } = await db.execute<{ answers: boolean[] }>(
    sql`SELECT ARRAY[${sql.join([...conditions], sql`, `)}] AS answers`,
  )
  return rows[0]?.answers ?? []
}

export interface Polling {
  start(): void
  /** Whether the last poll of each poller failed. */
  states(): { name: string; isFailing: boolean }[]
  /** Waits for running polls. */
  stop(): Promise<void>
}

/** The state of a poller. */
interface State {
  readonly poller: Poller
  running: Promise<void> | undefined
  /** The time of its next poll, by `performance.now()`. */
  nextAt: number
  isFailing: boolean
}

interface PollingOptions {
  evaluate: EvaluateConditions
  clock: Clock
  log: Logger
  /** Whether nothing may be polled now. */
  isPaused?(): boolean
}

/**
 * Runs pollers at once and then at intervals, and only when their condition holds: the conditions of all pollers are one
 * query. Logs the first failure of a poller, and its first success after one.
 */
export function createPolling(
  pollers: readonly Poller[],
  { evaluate, clock, log, isPaused = () => false }: PollingOptions,
): Polling {
  const states: State[] = pollers.map((poller) => ({
    ...{ poller, running: undefined, nextAt: 0, isFailing: false },
  }))
  const interval = Math.min(...pollers.map(({ everySeconds }) => everySeconds)) * 1000
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isStopped = false

  const note = (state: State, failure?: unknown) => noteResult(log, state, failure)

  function schedule(state: State): void {
    state.nextAt = performance.now() + state.poller.everySeconds * 1000
  }

  function poll(state: State): void {
    state.running = runPoller(state.poller)
      .then(
        () => note(state),
        (error: unknown) => note(state, error),
      )
      .finally(() => {
        state.running = undefined
        schedule(state)
      })
  }

  async function findDue(asked: readonly State[]): Promise<Set<State>> {
    const now = clock.now()
    const conditions = asked.flatMap(({ poller }) => poller.isDue?.(now) ?? [])
    if (conditions.length === 0) return new Set()
    const answers = await evaluate(conditions)
    return new Set(asked.filter((_, index) => answers[index]))
  }

  /** Runs the pollers that are due, without waiting for them, so that a slow one does not delay the others. */
  async function runRound(): Promise<void> {
    if (isPaused()) return
    // Half an interval of tolerance, since timers are not exact.
    const from = performance.now() + interval / 2
    const waiting = states.filter(({ running, nextAt }) => !running && nextAt <= from)
    for (const state of waiting) if (!state.poller.isDue) poll(state)
    const asked = waiting.filter(({ poller }) => poller.isDue)
    try {
      const due = await findDue(asked)
      for (const state of asked) {
        if (isStopped) return
        if (due.has(state)) poll(state)
        else {
          note(state)
          schedule(state)
        }
      }
    } catch (error) {
      for (const state of asked) note(state, error)
    }
  }

  function start(): void {
    if (isStopped || states.length === 0) return
    round = runRound().finally(() => {
      if (!isStopped) timer = setTimeout(start, interval).unref()
    })
  }

  return {
    // Its timers inherit that.
    start: () => runInBackground(start),
    states: () => states.map(({ poller: { name }, isFailing }) => ({ name, isFailing })),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
      await Promise.all(states.map(({ running }) => running))
    },
  }
}

const runPoller = ({ name, poll }: Poller): Promise<void> =>
  inSpan(
    () => ({ name: `poll ${name}`, kind: 'internal' }),
    () => runAs({ kind: 'product', action: name }, poll),
  )

/** Logs the first failure of a poller, and its first success after one. */
function noteResult(log: Logger, state: State, failure: unknown): void {
  const { name } = state.poller
  if (failure !== undefined && !state.isFailing)
    log.warn({ poller: name, reason: messageOf(failure) }, 'polling failed')
  if (failure === undefined && state.isFailing) log.info({ poller: name }, 'polling works again')
  state.isFailing = failure !== undefined
}
