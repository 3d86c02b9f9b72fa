import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import { createPolling, type EvaluateConditions, type Poller } from './poller.ts'

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

/** Work that outlives a request, kept in the database and shared by all server processes. */
export interface Queue {
  /** Begins to work. Until then, and while the database is away, jobs wait. */
  start(): Promise<void>
  /** Lets running jobs finish, at most ten seconds. */
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs of different payloads, each checked by its own schema
export type AnyJob = Job<any>

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
  /** Evaluates what the pollers wait for. */
  evaluate: EvaluateConditions
  clock: Clock
  log: Logger
  jobs: AnyJob[]
  pollers?: Poller[]
  /** Seconds between polls for jobs, and before a failed one is tried for the second time. */
  pace?: { poll: number; retry: number }
}

/** A queue on the product's own pool. Jobs that fail are tried again five times, ever later. */
export function createQueue({
  pool,
  evaluate,
  clock,
  log,
  jobs,
  pollers = [],
  pace = { poll: 2, retry: 5 },
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
  const polling = createPolling(pollers, { evaluate, clock, log })

  async function start(): Promise<void> {
    if (stopping) return
    polling.start()
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
      await boss.work(job.name, { pollingIntervalSeconds: pace.poll }, async (batch) => {
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
      await polling.stop()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
