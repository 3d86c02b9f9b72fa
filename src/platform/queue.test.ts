import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { systemClock } from './clock.ts'
import { createLog } from './log.ts'
import { connectPostgres, type Postgres } from './postgres.ts'
import { createQueue, type Watch } from './queue.ts'

const log = createLog('silent')
let database: TestDatabase
let postgres: Postgres

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log })
})
after(async () => {
  await postgres?.close()
  await database?.drop()
})

function newQueue(watches: Watch[], ask: (questions: readonly SQL[]) => Promise<boolean[]> = askNothing) {
  return createQueue({ ...{ pool: postgres.pool, log, clock: systemClock, ask }, jobs: [], watches })
}

async function askNothing(): Promise<never> {
  throw new Error('a watch that always looks asked whether to')
}

/** A queue that looks for work twenty times a second. */
function startWatch(look: () => Promise<void>) {
  const queue = newQueue([{ name: 'test', everySeconds: 0.05, look }])
  return { queue, started: queue.start() }
}

test('a watch looks at once and again and again, failing or not, until it is stopped', async () => {
  let looks = 0
  const { queue, started } = startWatch(async () => {
    looks++
    if (looks === 2) throw new Error('the database is away')
  })
  assert.equal(looks, 1)
  await started
  while (looks < 5) await sleep(10)
  await queue.stop()
  const atStop = looks
  await sleep(200)
  assert.equal(looks, atStop)
})

test('a look that takes long is not joined by another, and is waited for when stopping', async () => {
  let running = 0
  let finished = 0
  const { queue, started } = startWatch(async () => {
    running++
    assert.equal(running, 1)
    await sleep(150)
    running--
    finished++
  })
  await started
  const before = finished
  const stopping = queue.stop()
  await stopping
  assert.equal(running, 0)
  assert.ok(finished >= before)
})

test('a queue that never started stops, and does not look', async () => {
  let looks = 0
  const queue = newQueue([{ name: 'test', everySeconds: 0.05, look: async () => void looks++ }])
  await queue.stop()
  await queue.start()
  await sleep(120)
  assert.equal(looks, 0)
})

test('a watch that says when it is due looks only then; all are asked about at once, and one that is at work is not', async () => {
  const looks = { never: 0, sometimes: 0, slow: 0 }
  let isDue = false
  let finish = () => {}
  const rounds: number[] = []
  const queue = newQueue(
    [
      { name: 'never', everySeconds: 0.05, isDue: () => sql`never`, look: async () => void looks.never++ },
      {
        ...{ name: 'sometimes', everySeconds: 0.05, isDue: () => sql`sometimes` },
        look: async () => void looks.sometimes++,
      },
      {
        ...{ name: 'slow', everySeconds: 0.05, isDue: () => sql`slow` },
        async look() {
          looks.slow++
          await new Promise<void>((resolve) => {
            finish = resolve
          })
        },
      },
    ],
    async (questions) => {
      rounds.push(questions.length)
      return questions.length === 3 ? [false, isDue, true] : [false, isDue]
    },
  )
  await queue.start()
  while (rounds.length < 4) await sleep(10)
  assert.deepEqual(rounds.slice(0, 4), [3, 2, 2, 2])
  assert.deepEqual(looks, { never: 0, sometimes: 0, slow: 1 })
  isDue = true
  while (looks.sometimes < 2) await sleep(10)
  finish()
  while (looks.slow < 2) await sleep(10)
  finish()
  await queue.stop()
  assert.equal(looks.never, 0)
})

test('a watch looks again once the database answers again', async () => {
  let asked = 0
  let looks = 0
  const queue = newQueue(
    [{ name: 'test', everySeconds: 0.05, isDue: () => sql`true`, look: async () => void looks++ }],
    async () => {
      if (++asked < 3) throw new Error('the database is away')
      return [true]
    },
  )
  await queue.start()
  while (looks < 2) await sleep(10)
  await queue.stop()
  assert.equal(asked - looks, 2)
})
