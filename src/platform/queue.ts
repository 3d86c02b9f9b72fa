import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { createFailedJobs, type FailedJobs, failedQueue } from './failed-jobs.ts'
import type { Logger } from './log.ts'

/**
 * A kind of work without a row whose state people see; for work with such a row there are pollers (`poller.ts`). It must
 * be safe to run twice: a process can die after the work and before it has recorded that.
 */
export interface Job<Payload extends z.ZodType<object>> {
  name: string
  payload: Payload
  /**
   * For jobs that run by themselves: once in each period of so many hours, counted in UTC, however many processes there
   * are. A period in which no process ran gets its job when the next process starts within it.
   */
  everyHours?: number
  work(payload: z.output<Payload>): Promise<void>
}

/** Work that outlives a request, kept in the database and shared by all server processes. */
export interface Queue {
  /** Adds a job. It runs once, in one of the processes. */
  send<Payload extends z.ZodType<object>>(job: Job<Payload>, payload: z.input<Payload>): Promise<void>
  /** Jobs that failed in all their attempts. */
  failed: FailedJobs
  /** Begins to work. Until then, and while the database is away, jobs wait. */
  start(): Promise<void>
  /** Lets running jobs finish, at most ten seconds. */
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs of different payloads, each checked by its own schema
export type AnyJob = Job<any>

/** How often pg-boss maintains its own tables: rarely, since they hold few jobs. */
const housekeeping = {
  superviseIntervalSeconds: 600,
  monitorIntervalSeconds: 600,
  bamIntervalSeconds: 600,
  flowIntervalSeconds: 600,
  queueCacheIntervalSeconds: 600,
}

interface QueueOptions {
  pool: Pool
  log: Logger
  jobs: AnyJob[]
  /** Seconds between polls for jobs and before the first retry, and how many retries there are. */
  pace?: { poll: number; retryDelay: number; retries: number }
}

/**
 * A queue on the product's own pool. A job that fails is retried five times with growing delays; after that it is kept in
 * the dead-letter queue (`failed-jobs.ts`).
 */
export function createQueue({
  pool,
  log,
  jobs,
  pace = { poll: 2, retryDelay: 5, retries: 5 },
}: QueueOptions): Queue {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    persistWarnings: false,
    // Its own timetable queries every minute and forgets what it missed.
    schedule: false,
    ...housekeeping,
  })
  const noteProblem = (error: Error) => log.warn({ reason: error.message }, 'the job queue has a problem')
  boss.on('error', noteProblem)

  let stopping = false
  let starting: Promise<void> | undefined
  let dueTimer: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    if (stopping) return
    await boss.start()
    await boss.createQueue(failedQueue.name, failedQueue.options)
    for (const { name } of jobs) {
      if (stopping) return
      const options = {
        retryLimit: pace.retries,
        retryBackoff: true,
        retryDelay: pace.retryDelay,
        expireInSeconds: 300,
        deadLetter: failedQueue.name,
      }
      await boss.createQueue(name, options)
      // An older version may have created it with other options.
      await boss.updateQueue(name, options)
    }
    await enqueueDue()
    for (const job of jobs) {
      if (stopping) return
      await boss.work(job.name, { pollingIntervalSeconds: pace.poll }, async (batch) => {
        for (const { data, id } of batch) {
          log.debug({ job: job.name, id }, 'a job starts')
          await job.work(job.payload.parse(data ?? {}))
        }
      })
    }
    dueTimer = setInterval(() => enqueueDue().catch(noteProblem), 10 * 60_000).unref()
  }

  /** Adds one job for each period that has begun, unless it has one. */
  async function enqueueDue(): Promise<void> {
    for (const { name, everyHours } of jobs) {
      if (everyHours) await boss.send(name, {}, { singletonSeconds: everyHours * 3600 })
    }
  }

  return {
    async send(job, payload) {
      await boss.send(job.name, job.payload.parse(payload))
    },
    failed: createFailedJobs({ pool, boss }),
    start() {
      starting ??= start()
      return starting
    },
    async stop() {
      stopping = true
      // A start under way must not be stopped halfway. Its failure is reported by whoever called `start`.
      await starting?.catch(() => {})
      clearInterval(dueTimer)
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
