import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { createLog } from './log.ts'
import { connectPostgres, type Postgres } from './postgres.ts'
import { createQueue } from './queue.ts'

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

/** A queue that looks for work twenty times a second. */
function startWatch(look: () => Promise<void>) {
  const { pool } = postgres
  const queue = createQueue({ pool, log, jobs: [], watches: [{ name: 'test', everySeconds: 0.05, look }] })
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
  const queue = createQueue({
    pool: postgres.pool,
    log,
    jobs: [],
    watches: [{ name: 'test', everySeconds: 0.05, look: async () => void looks++ }],
  })
  await queue.stop()
  await queue.start()
  await sleep(120)
  assert.equal(looks, 0)
})
