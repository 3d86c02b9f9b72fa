import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import { type Logger, messageOf } from './log.ts'
import type { Database } from './postgres.ts'

/**
 * Work that waits in a table of its feature, which every process polls. What a poll finds it must take in the
 * transaction that does it (`FOR UPDATE SKIP LOCKED`), so that it is done once however many processes poll, and again
 * when one of them dies.
 */
export interface Poller {
  name: string
  everySeconds: number
  /** A condition, cheap to evaluate, without which a poll would find nothing. Left out: it polls every time. */
  isDue?(now: Date): SQL
  poll(): Promise<void>
}

/** Tells which conditions hold, in one query. @throws {Error} while the database is away */
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
  /** Lets polls that are under way finish. */
  stop(): Promise<void>
}

/** A poller at work. */
interface State {
  readonly poller: Poller
  running: Promise<void> | undefined
  /** When it polls again, by `performance.now()`. */
  nextAt: number
  isFailing: boolean
}

interface PollingOptions {
  evaluate: EvaluateConditions
  clock: Clock
  log: Logger
}

/**
 * Polls at once and then at intervals, and only where there may be something to do: the conditions of all pollers go to
 * the database as one query. Logs once that a poller fails, and once that it works again.
 */
export function createPolling(pollers: readonly Poller[], { evaluate, clock, log }: PollingOptions): Polling {
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
    state.running = state.poller
      .poll()
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

  /** Polls what may have work. Polls are not waited for: one that takes long holds up no other. */
  async function runRound(): Promise<void> {
    // Half a round of grace, since timers are never exact.
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
    start,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
      await Promise.all(states.map(({ running }) => running))
    },
  }
}

/** Logs the first failure of a poller, and its first success after one. */
function noteResult(log: Logger, state: State, failure: unknown): void {
  const { name } = state.poller
  if (failure !== undefined && !state.isFailing)
    log.warn({ poller: name, reason: messageOf(failure) }, 'polling failed')
  if (failure === undefined && state.isFailing) log.info({ poller: name }, 'polling works again')
  state.isFailing = failure !== undefined
}
