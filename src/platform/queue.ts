import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Logger } from './log.ts'

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
  look(): Promise<void>
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

interface QueueOptions {
  pool: Pool
  log: Logger
  jobs: AnyJob[]
  watches?: Watch[]
  /** Seconds between looks for jobs, and before a failed one is tried for the second time. */
  pace?: { look: number; retry: number }
}

/** A queue on the product's own pool. Jobs that fail are tried again five times, ever later. */
export function createQueue({
  pool,
  log,
  jobs,
  watches = [],
  pace = { look: 5, retry: 5 },
}: QueueOptions): Queue {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    persistWarnings: false,
    // Its own timetable looks for work every minute, forgets what it missed, and brings two libraries for dates along.
    schedule: false,
  })
  const noteProblem = (error: Error) => log.warn({ reason: error.message }, 'the job queue has a problem')
  boss.on('error', noteProblem)

  let stopping = false
  let starting: Promise<void> | undefined
  let dueTimer: NodeJS.Timeout | undefined
  const watching = watches.map((watch) => keepLooking(watch, log))

  async function start(): Promise<void> {
    if (stopping) return
    for (const { begin } of watching) begin()
    await boss.start()
    for (const job of jobs) {
      if (stopping) return
      await boss.createQueue(job.name, {
        retryLimit: 5,
        retryBackoff: true,
        retryDelay: pace.retry,
        expireInSeconds: 300,
      })
      await boss.work(job.name, { pollingIntervalSeconds: pace.look }, async (batch) => {
        for (const { data, id } of batch) {
          log.debug({ job: job.name, id }, 'a job begins')
          await job.work(job.payload.parse(data ?? {}))
        }
      })
    }
    await enqueueDue()
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
      await Promise.all(watching.map(({ end }) => end()))
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Looks at once and then at intervals; says once that looking fails, and once that it works again. */
function keepLooking({ name, everySeconds, look }: Watch, log: Logger) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isFailing = false
  let isOver = false

  async function lookOnce(): Promise<void> {
    try {
      await look()
      if (isFailing) log.info({ watch: name }, 'looking for work works again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ watch: name, reason: String(error) }, 'looking for work failed')
      isFailing = true
    }
    if (!isOver) timer = setTimeout(begin, everySeconds * 1000).unref()
  }

  function begin(): void {
    running = lookOnce()
  }

  return {
    begin,
    /** Lets a look that is under way finish. */
    async end() {
      isOver = true
      clearTimeout(timer)
      await running
    },
  }
}
