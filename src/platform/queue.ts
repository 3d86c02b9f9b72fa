import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Logger } from './log.ts'

/** A kind of job. Its work must be safe to run twice: a process can die between doing and saying so. */
export interface Job<Payload extends z.ZodType<object>> {
  name: string
  payload: Payload
  /** A cron expression in UTC, for jobs that nobody asks for. */
  cron?: string
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
type AnyJob = Job<any>

/** A queue on the product's own pool. Jobs that fail are tried again five times, ever later. */
export function createQueue({ pool, log, jobs }: { pool: Pool; log: Logger; jobs: AnyJob[] }): Queue {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue has a problem'))

  let stopping = false
  let starting: Promise<void> | undefined

  async function start(): Promise<void> {
    if (stopping) return
    await boss.start()
    for (const job of jobs) {
      if (stopping) return
      await boss.createQueue(job.name, {
        retryLimit: 5,
        retryBackoff: true,
        retryDelay: 5,
        expireInSeconds: 300,
      })
      await boss.work(job.name, { pollingIntervalSeconds: 5 }, async (batch) => {
        for (const { data, id } of batch) {
          log.debug({ job: job.name, id }, 'a job begins')
          await job.work(job.payload.parse(data ?? {}))
        }
      })
      if (job.cron) await boss.schedule(job.name, job.cron, {})
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
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
