import type { SQL } from 'drizzle-orm'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import { type Logger, messageOf } from './log.ts'

/** A kind of job. Its work must be safe to run twice: a process can die between doing and saying so. */
export interface Job<Payload extends z.ZodType<object>> {
  name: string
  payload: Payload
  /**
   * For jobs that nobody asks for: once in so many hours, counted in UTC, however many processes there are. What was
   * missed because none was running is made up for.
   */
  everyHours?: number
  work(payload: z.output<Payload>): Promise<void>
}

/**
 * Work that waits in a table of its feature, which every process looks into again and again. What a look finds it must
 * take in the transaction that does it, so that it is done once however many look, and again when one of them dies.
 */
export interface Watch {
  name: string
  everySeconds: number
  /** What must be the case for a look to find anything, cheap to find out. Without it, there is a look every time. */
  isDue?(now: Date): SQL
  look(): Promise<void>
}

/** Asks the database which of these are the case. */
type Ask = (questions: readonly SQL[]) => Promise<boolean[]>

/** Work that outlives a request, kept in the database and shared by all server processes. */
export interface Queue {
  /** Begins to work. Until then, and while the database is away, jobs wait. */
  start(): Promise<void>
  /** Lets running jobs finish, at most ten seconds. */
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs of different payloads, each checked by its own schema
type AnyJob = Job<any>

/** How often pg-boss looks after its own tables: seldom, since all that is in them is a few jobs a day. */
const housekeeping = {
  superviseIntervalSeconds: 600,
  monitorIntervalSeconds: 600,
  bamIntervalSeconds: 600,
  flowIntervalSeconds: 600,
  queueCacheIntervalSeconds: 600,
}

interface QueueOptions {
  pool: Pool
  /** Asks what the watches have to do. */
  ask: Ask
  clock: Clock
  log: Logger
  jobs: AnyJob[]
  watches?: Watch[]
  /** Seconds between looks for jobs, and before a failed one is tried for the second time. */
  pace?: { look: number; retry: number }
}

/** A queue on the product's own pool. Jobs that fail are tried again five times, ever later. */
export function createQueue({
  pool,
  ask,
  clock,
  log,
  jobs,
  watches = [],
  pace = { look: 120, retry: 5 },
}: QueueOptions): Queue {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    persistWarnings: false,
    // Its own timetable looks for work every minute, forgets what it missed, and brings two libraries for dates along.
    schedule: false,
    ...housekeeping,
  })
  const noteProblem = (error: Error) => log.warn({ reason: error.message }, 'the job queue has a problem')
  boss.on('error', noteProblem)

  let stopping = false
  let starting: Promise<void> | undefined
  let dueTimer: NodeJS.Timeout | undefined
  const watching = keepLooking(watches, { ask, clock, log })

  async function start(): Promise<void> {
    if (stopping) return
    watching.begin()
    await boss.start()
    for (const job of jobs) {
      if (stopping) return
      await boss.createQueue(job.name, {
        retryLimit: 5,
        retryBackoff: true,
        retryDelay: pace.retry,
        expireInSeconds: 300,
      })
    }
    await enqueueDue()
    for (const job of jobs) {
      if (stopping) return
      await boss.work(job.name, { pollingIntervalSeconds: pace.look }, async (batch) => {
        for (const { data, id } of batch) {
          log.debug({ job: job.name, id }, 'a job begins')
          await job.work(job.payload.parse(data ?? {}))
        }
      })
    }
    dueTimer = setInterval(() => enqueueDue().catch(noteProblem), 10 * 60_000).unref()
  }

  /** One job for each stretch of hours that has begun; when there is one already, this adds none. */
  async function enqueueDue(): Promise<void> {
    for (const { name, everyHours } of jobs) {
      if (everyHours) await boss.send(name, {}, { singletonSeconds: everyHours * 3600 })
    }
  }

  return {
    start() {
      starting ??= start()
      return starting
    },
    async stop() {
      stopping = true
      // One that is only just starting must not find itself stopped halfway. How it failed is its starter's to tell.
      await starting?.catch(() => {})
      clearInterval(dueTimer)
      await watching.end()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** A watch at work. */
interface Lookout {
  readonly watch: Watch
  /** The look that is under way. */
  running: Promise<void> | undefined
  /** When it looks again, by `performance.now()`. */
  nextAt: number
  isFailing: boolean
}

/**
 * Looks at once and then at intervals, and only where there may be something to do: what all watches ask about goes to
 * the database as one question. Says once that looking fails, and once that it works again.
 */
function keepLooking(
  watches: readonly Watch[],
  { ask, clock, log }: Pick<QueueOptions, 'ask' | 'clock' | 'log'>,
) {
  const lookouts: Lookout[] = watches.map((watch) => ({
    ...{ watch, running: undefined, nextAt: 0, isFailing: false },
  }))
  const pace = Math.min(...watches.map(({ everySeconds }) => everySeconds)) * 1000
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isOver = false

  function note(lookout: Lookout, failure?: unknown): void {
    const { name } = lookout.watch
    if (failure !== undefined && !lookout.isFailing)
      log.warn({ watch: name, reason: messageOf(failure) }, 'looking for work failed')
    if (failure === undefined && lookout.isFailing) log.info({ watch: name }, 'looking for work works again')
    lookout.isFailing = failure !== undefined
  }

  function look(lookout: Lookout): void {
    lookout.running = lookout.watch
      .look()
      .then(
        () => note(lookout),
        (error: unknown) => note(lookout, error),
      )
      .finally(() => {
        lookout.running = undefined
        lookout.nextAt = performance.now() + lookout.watch.everySeconds * 1000
      })
  }

  /** Which of them have something to do, asked all at once. */
  async function findDue(asking: readonly Lookout[]): Promise<Set<Lookout>> {
    const now = clock.now()
    const questions = asking.flatMap(({ watch }) => watch.isDue?.(now) ?? [])
    if (questions.length === 0) return new Set()
    const answers = await ask(questions)
    return new Set(asking.filter((_, index) => answers[index]))
  }

  /** Looks where there may be work. Looks are not waited for: one that takes long holds up no other. */
  async function lookAround(): Promise<void> {
    // Half a round of grace, since timers are never exact.
    const from = performance.now() + pace / 2
    const waiting = lookouts.filter(({ running, nextAt }) => !running && nextAt <= from)
    for (const lookout of waiting) if (!lookout.watch.isDue) look(lookout)
    const asking = waiting.filter(({ watch }) => watch.isDue)
    try {
      const due = await findDue(asking)
      for (const lookout of asking) {
        if (isOver) return
        if (due.has(lookout)) look(lookout)
        else {
          note(lookout)
          lookout.nextAt = performance.now() + lookout.watch.everySeconds * 1000
        }
      }
    } catch (error) {
      for (const lookout of asking) note(lookout, error)
    }
  }

  function begin(): void {
    if (isOver || lookouts.length === 0) return
    round = lookAround().finally(() => {
      if (!isOver) timer = setTimeout(begin, pace).unref()
    })
  }

  return {
    begin,
    /** Lets looks that are under way finish. */
    async end() {
      isOver = true
      clearTimeout(timer)
      await round
      await Promise.all(lookouts.map(({ running }) => running))
    },
  }
}
