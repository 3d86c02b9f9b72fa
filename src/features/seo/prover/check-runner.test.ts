import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '#platform/log.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { connectTestDatabase } from '../../../../test/support/database.ts'
import { createCheckRunner } from './check-runner.ts'

let postgres: Awaited<ReturnType<typeof connectTestDatabase>>
before(async () => {
  postgres = await connectTestDatabase()
})
after(() => postgres.close())

test('a check that fails is run again after a minute, and given up after the third time', async () => {
  const clock = createFakeClock()
  let runs = 0
  const neverAsked = async () => assert.fail('no page is asked for')
  const runner = createCheckRunner({
    ...{ db: postgres.db, clock, log: createLog('silent'), publicUrl: 'https://www.example.org' },
    ...{ ask: neverAsked, findScreens: neverAsked, notify: neverAsked },
    ...{ countVisits: () => 0, hasSitemap: () => true },
    listAddresses: async () => {
      runs++
      throw new Error('the connection was lost')
    },
  })
  await postgres.pool.query(
    "INSERT INTO seo_checks (kind, cause, asked_at, due_at) VALUES ('full', 'night', $1, $1)",
    [clock.now()],
  )
  const read = async () => (await postgres.pool.query('SELECT state, attempts, failure FROM seo_checks')).rows
  for (const attempts of [1, 2]) {
    await runner.work()
    await runner.work()
    assert.equal(runs, attempts, 'not before it is due again')
    assert.deepEqual(await read(), [{ state: 'waiting', attempts, failure: null }])
    clock.advance(60_000)
  }
  await runner.work()
  assert.deepEqual(await read(), [{ state: 'failed', attempts: 3, failure: 'the connection was lost' }])
})
