import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createFakeClock, hours } from '../../../test/support/clock.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/until.ts'
import { createQuota, type Quota } from './quota.ts'

const log = createLog('silent')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: Postgres
const open: Quota[] = []

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log })
})
afterEach(async () => {
  for (const quota of open.splice(0)) await quota.close()
  await postgres.pool.query('DELETE FROM request_counts')
})
after(async () => {
  await postgres.close()
  await database.drop()
})

function start(limit: number, clock = createFakeClock()): Quota {
  const quota = createQuota({ db: postgres.db, clock, log, secret: 'secret', limit: () => limit })
  open.push(quota)
  return quota
}

/** Ends a quota and starts another, which is what makes it write its counts at once. */
async function settle(quota: Quota): Promise<void> {
  open.splice(open.indexOf(quota), 1)
  await quota.close()
}

async function storedCount(): Promise<number> {
  const { rows } = await postgres.pool.query<{ sum: number }>(
    'SELECT coalesce(sum(count), 0)::int AS sum FROM request_counts',
  )
  return rows[0]?.sum ?? 0
}

describe('the quota of a client', () => {
  test('lets so many requests an hour through, and says how long to wait after that', () => {
    const clock = createFakeClock()
    const quota = start(3, clock)
    assert.deepEqual(
      [1, 2, 3].map(() => quota.take('a')),
      [0, 0, 0],
    )
    assert.equal(quota.take('a'), 3600)
    clock.advance(600_000)
    assert.equal(quota.take('a'), 3000)
    assert.equal(quota.take('b'), 0)
  })

  test('is whole again after an hour', () => {
    const clock = createFakeClock()
    const quota = start(2, clock)
    quota.take('a')
    quota.take('a')
    assert.ok(quota.take('a') > 0)
    clock.advance(hours)
    assert.deepEqual([quota.take('a'), quota.take('a')], [0, 0])
    assert.ok(quota.take('a') > 0)
  })

  test('is unlimited when the limit is 0', () => {
    const quota = start(0)
    for (let number = 0; number < 10_000; number++) assert.equal(quota.take('a'), 0)
  })

  test('is one over all processes', async () => {
    const clock = createFakeClock()
    const [one, two] = [start(20, clock), start(20, clock)]
    for (let number = 0; number < 10; number++) {
      assert.equal(one.take('a'), 0)
      assert.equal(two.take('a'), 0)
    }
    // Each learns of the other when it next adds its counts up, once a second.
    await until(async () => (await storedCount()) === 20, 'all requests are stored')
    let more = 0
    while (more < 10 && (one.take('a') === 0 || two.take('a') === 0)) {
      more++
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    assert.ok(one.take('a') > 0 && two.take('a') > 0)
    assert.ok(more <= 5, `${more} more got through`)
  })

  test('is kept when a process ends, and reset after an hour', async () => {
    const clock = createFakeClock()
    const first = start(2, clock)
    first.take('a')
    first.take('a')
    await settle(first)
    assert.equal(await storedCount(), 2)

    clock.advance(hours + 1)
    const second = start(2, clock)
    assert.deepEqual([second.take('a'), second.take('a')], [0, 0])
    await settle(second)
    assert.equal(await storedCount(), 2)
  })

  test('is stored under a keyed hash, never under the address', async () => {
    const quota = start(5)
    quota.take('192.0.2.77')
    await settle(quota)
    const { rows } = await postgres.pool.query<{ client: string }>('SELECT client FROM request_counts')
    assert.equal(rows.length, 1)
    assert.match(rows[0]?.client ?? '', /^[\w-]{43}$/)
  })
})
