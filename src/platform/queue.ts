import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { runAs } from '#platform/database/change-author.ts'
import { jobSchema } from '#platform/database/copying/job-store.ts'
import { runInBackground } from '#platform/database/wait-limit.ts'
import { inSpan } from '#platform/tracing/spans.ts'
import { createFailedJobs, type FailedJobs, failedQueue } from './failed-jobs.ts'
import type { Logger } from './log.ts'

/**
 * A kind of background work without a row whose state people see; work with such a row is for pollers (`poller.ts`). It
 * must be safe to run twice: a process can die after the work and before its completion is recorded.
 */
export interface Job<Payload extends z.ZodType<object>> {
  name: string
  payload: Payload
  /**
   * For periodic jobs: they run once in each period of this many hours (UTC) over all processes. When no process ran at the
   * start of a period, the job runs when the next process starts within it.
   */
  everyHours?: number
  work(payload: z.output<Payload>): Promise<void>
}

/** Background jobs, stored in the database and shared by all server processes. */
export interface Queue {
  /** Adds a job. It runs once, in one of the processes. */
  send<Payload extends z.ZodType<object>>(job: Job<Payload>, payload: z.input<Payload>): Promise<void>
  /** Jobs that failed in all their attempts. */
  failed: FailedJobs
  /** Starts to run jobs, if this process does. Until then, and while the database cannot be reached, jobs wait. */
  start(): Promise<void>
  /** Lets running jobs finish, at most ten seconds. */
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs of different payloads, each checked by its own schema
export type AnyJob = Job<any>

/** pg-boss rarely needs to maintain its tables, since they contain few jobs. */
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
  /** Whether this process runs jobs; without, it only adds them and puts failed ones back. */
  runsJobs?: boolean
  /** Called with the name of a job that has failed in all its attempts. */
  onFailed?(name: string): Promise<void>
  /** Whether no job may begin now. */
  isPaused?(): boolean
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
  runsJobs = true,
  onFailed = async () => {},
  isPaused = () => false,
  pace = { poll: 2, retryDelay: 5, retries: 5 },
}: QueueOptions): Queue {
  const boss = createBoss(pool, runsJobs)
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
      // An older version of the product may have created the queue with other options.
      await boss.updateQueue(name, options)
    }
    if (!runsJobs) return
    await enqueueDue()
    for (const job of jobs) {
      if (stopping) return
      const options = { pollingIntervalSeconds: pace.poll, includeMetadata: true } as const
      await boss.work(job.name, options, async (batch) => {
        for (const attempt of batch) {
          while (isPaused() && !stopping) await sleep(500)
          log.debug({ job: job.name, id: attempt.id }, 'a job starts')
          await run(job, attempt, () => onFailed(job.name).catch(noteProblem))
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
      // Its timers, and the jobs that they start, inherit that.
      starting ??= runInBackground(start)
      return starting
    },
    async stop() {
      stopping = true
      // A running start must finish first. Its failure is reported by the caller of `start`.
      await starting?.catch(() => {})
      clearInterval(dueTimer)
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

function createBoss(pool: Pool, runsJobs: boolean): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
    persistWarnings: false,
    // Its scheduler queries every minute and skips missed times.
    schedule: false,
    supervise: runsJobs,
    ...housekeeping,
  })
}

interface Attempt {
  data: unknown
  retryCount: number
  retryLimit: number
}

/** Does the work of a job, and calls `onFailed` when the last attempt at it fails. @throws {Error} whatever it fails with */
async function run(
  { name, payload, work }: AnyJob,
  { data, retryCount, retryLimit }: Attempt,
  onFailed: () => Promise<void>,
): Promise<void> {
  try {
    const given = payload.parse(data ?? {})
    await inSpan(
      () => ({ name: `job ${name}`, kind: 'internal' }),
      () => runAs({ kind: 'product', action: name }, () => work(given)),
    )
  } catch (error) {
    if (retryCount >= retryLimit) await onFailed()
    throw error
  }
}
