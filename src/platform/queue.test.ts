import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { isInBackground } from '#platform/database/wait-limit.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { until } from '../../test/support/until.ts'
import { createLog } from './log.ts'
import { connectPostgres, type Postgres } from './postgres.ts'
import { createQueue, type Job, type Queue } from './queue.ts'

const Note = z.object({ number: z.number() })
const log = createLog('silent')
const pace = { poll: 0.5, retryDelay: 1, retries: 2 }
const page = { limit: 10, offset: 0 }
let database: TestDatabase
let postgres: Postgres
let queues: Queue[]

beforeEach(() => {
  queues = []
})
afterEach(() => Promise.all(queues.map((queue) => queue.stop())))
before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log })
})
after(async () => {
  await postgres.close()
  await database.drop()
})

function jobOf(name: string, work: (number: number) => Promise<void>): Job<typeof Note> {
  return { name, payload: Note, work: ({ number }) => work(number) }
}

async function startQueue(
  jobs: Job<typeof Note>[],
  retries = 2,
  onFailed = async (_name: string): Promise<void> => {},
): Promise<Queue> {
  const queue = createQueue({ pool: postgres.pool, log, jobs, onFailed, pace: { ...pace, retries } })
  queues.push(queue)
  await queue.start()
  return queue
}

describe('a job', () => {
  test('runs once in one of two queues', async () => {
    const runs: number[] = []
    const job = jobOf('once', async (number) => {
      assert.ok(isInBackground(), 'its queries may take long')
      runs.push(number)
    })
    const [one] = await Promise.all([startQueue([job]), startQueue([job])])
    const numbers = [1, 2, 3, 4, 5, 6]
    for (const number of numbers) await one.send(job, { number })
    await until(() => runs.length >= numbers.length, 'every job has run')
    await sleep(1_200)
    assert.deepEqual(runs.toSorted(), numbers)
  })

  test('is checked before it is added', async () => {
    const job = jobOf('checked', async () => {})
    const queue = await startQueue([job])
    // @ts-expect-error: what a wrong caller sends
    await assert.rejects(queue.send(job, { number: 'one' }), z.ZodError)
  })

  test('that fails is retried, with growing delays', async () => {
    let attempts = 0
    const failedAt: number[] = []
    const dueAt: number[] = []
    const job = jobOf('retried', async () => {
      attempts++
      if (attempts > 1) {
        const { rows } = await postgres.pool.query<{ start_after: Date }>(
          "SELECT start_after FROM jobs.job WHERE name = 'retried'",
        )
        dueAt.push(...rows.map(({ start_after }) => start_after.getTime()))
      }
      if (attempts === 3) return
      failedAt.push(Date.now())
      throw new Error('not yet')
    })
    const queue = await startQueue([job])
    await queue.send(job, { number: 1 })
    await until(() => attempts === 3 && dueAt.length === 2, 'the third attempt')
    // Due times, not attempts: how late a busy machine gets to an attempt says nothing about the delay.
    const [first = 0, second = 0] = dueAt.map((due, index) => due - (failedAt[index] ?? 0))
    assert.ok(first >= 900, `${first} ms`)
    assert.ok(second >= 1_900, `${second} ms`)
    assert.ok(second > first, `${first} ms, then ${second} ms`)
    assert.equal((await queue.failed.list(page)).total, 0)
  })

  test('that fails in all its attempts is kept, and runs again when it is retried', async () => {
    let attempts = 0
    const job = jobOf('hopeless', async () => {
      attempts++
      if (attempts <= 2) throw new Error('the disk is full')
    })
    const told: string[] = []
    const queue = await startQueue([job], 1, async (name) => {
      told.push(name)
      throw new Error('nobody can be told')
    })
    await queue.send(job, { number: 1 })
    await until(async () => (await queue.failed.list(page)).total === 1, 'the job is listed as failed')
    assert.equal(attempts, 2)
    assert.deepEqual(told, ['hopeless'])
    const [failed] = (await queue.failed.list(page)).items
    assert.ok(failed)
    assert.deepEqual([failed.name, failed.attempts, failed.reason], ['hopeless', 2, 'the disk is full'])
    assert.ok(failed.createdAt <= failed.failedAt)
    assert.deepEqual((await queue.failed.list({ limit: 10, offset: 1 })).items, [])

    assert.equal(await queue.failed.retry(crypto.randomUUID()), false)
    assert.equal(await queue.failed.retry(failed.id), true)
    assert.equal(await queue.failed.retry(failed.id), false)
    await until(() => attempts === 3, 'the third attempt')
    assert.equal((await queue.failed.list(page)).total, 0)
  })

  test('that runs is waited for when the queue stops', async () => {
    let isStarted = false
    let isFinished = false
    const job = jobOf('slow', async () => {
      isStarted = true
      await sleep(700)
      isFinished = true
    })
    const queue = await startQueue([job])
    await queue.send(job, { number: 1 })
    await until(() => isStarted, 'the job has started')
    await queue.stop()
    assert.equal(isFinished, true)
  })
})

describe('a job that runs by itself', () => {
  test('runs once in its period, however many queues start', async () => {
    let runs = 0
    const job: Job<z.ZodObject> = {
      ...{ name: 'daily', payload: z.object({}), everyHours: 24 },
      work: async () => void runs++,
    }
    for (let number = 0; number < 3; number++) {
      const queue = createQueue({ pool: postgres.pool, log, jobs: [job], pace })
      queues.push(queue)
      await queue.start()
    }
    await until(() => runs > 0, 'the job has run')
    await sleep(1_500)
    assert.equal(runs, 1)
  })
})

test('a queue that was stopped before it started does not start', async () => {
  let runs = 0
  const job = jobOf('never', async () => void runs++)
  const queue = createQueue({ pool: postgres.pool, log, jobs: [job], pace })
  await queue.stop()
  await queue.start()
  await sleep(700)
  assert.equal(runs, 0)
})
