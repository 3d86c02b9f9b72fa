import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { EdgeFailure } from '#features/edge-cache/adapters/adapter.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createFakeClock, days } from '../../../test/support/clock.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createPurging } from './purging.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: Postgres
const log = createLog('silent')
before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log, max: 4 })
})
after(async () => {
  await postgres.close()
  await database.drop()
})
beforeEach(() => postgres.pool.query('DELETE FROM edge_purges'))

function start(settles = 15_000) {
  const clock = createFakeClock(new Date('2026-12-31T23:50:00Z'))
  const purged: string[] = []
  const told: unknown[] = []
  const state = { failure: undefined as EdgeFailure | undefined }
  const purging = createPurging({
    ...{ db: postgres.db, clock, log },
    revision: { current: () => 3 },
    pages: [
      { path: '/', reads: ['home-hero'] },
      { path: '/about', reads: ['about-team'] },
    ],
    metrics: { notePurged() {}, noteFailed() {} },
    notify: async (_transaction, news) => void told.push(...news),
    adapter: {
      settles,
      async purge(keys, revision) {
        if (state.failure) throw state.failure
        purged.push(`${revision} ${keys.join(' ')}`)
      },
    },
  })
  const publish = async (revision: number, texts?: { key: string; language: 'es' }[]) => {
    await postgres.db.transaction((transaction) => purging.follower.record(transaction, { revision, texts }))
  }
  const [due, years] = purging.pollers
  const count = async () => (await postgres.pool.query('SELECT FROM edge_purges')).rowCount
  return {
    ...purging,
    ...{ clock, purged, told, state, publish, count },
    poll: due.poll,
    pollYears: years.poll,
  }
}

test('what is published is purged by its process, and once more when nothing old can arrive any longer', async () => {
  const { publish, follower, purged, poll, clock, count } = start()
  await publish(4, [{ key: 'about-team', language: 'es' }])
  await follower.published({ revision: 4, texts: undefined })
  assert.deepEqual(purged, ['4 /es/about files'])
  await poll()
  assert.equal(purged.length, 1)
  clock.advance(16_000)
  await poll()
  assert.deepEqual(purged, ['4 /es/about files', '4 /es/about files'])
  assert.equal(await count(), 0)
})

test('what a process that died has published is purged by another, all at once', async () => {
  const { publish, purged, poll, clock, count } = start(0)
  await publish(4, [{ key: 'about-team', language: 'es' }])
  await publish(5, [{ key: 'home-hero', language: 'es' }])
  await poll()
  assert.deepEqual(purged, [])
  clock.advance(6_000)
  await poll()
  assert.deepEqual(purged, ['5 /es/about files /es/'])
  await publish(6)
  await publish(7, [{ key: 'home-hero', language: 'es' }])
  clock.advance(6_000)
  await poll()
  assert.equal(purged.at(-1), '7 site')
  assert.equal(await count(), 0)
})

test('what fails is tried again after growing pauses, or after the one that was asked for', async () => {
  const { publish, purged, poll, clock, state, told, count } = start(0)
  await publish(4)
  clock.advance(6_000)
  state.failure = new EdgeFailure('edge.example: 503')
  await poll()
  for (const seconds of [1, 2, 3, 8]) {
    clock.advance(seconds * 1_000)
    await poll()
  }
  const { rows } = await postgres.pool.query('SELECT failures, failure FROM edge_purges')
  assert.deepEqual(rows, [{ failures: 3, failure: 'edge.example: 503' }])
  assert.equal(told.length, 1)
  clock.advance(60_000)
  state.failure = new EdgeFailure('edge.example: 429', 300)
  await poll()
  state.failure = undefined
  clock.advance(299_000)
  await poll()
  assert.deepEqual(purged, [])
  clock.advance(1_000)
  await poll()
  assert.deepEqual(purged, ['4 site'])
  assert.equal(await count(), 0)
})

test('everything is purged after a start, and once more when earlier processes have ended', async () => {
  const { purgeAll, purged, poll, clock } = start(0)
  await purgeAll()
  await poll()
  clock.advance(91_000)
  await poll()
  assert.deepEqual(purged, ['3 site', '3 site'])
})

test('everything is purged when a year begins, since pages tell it', async () => {
  const { pollYears, poll, purged, clock } = start(0)
  await pollYears()
  await poll()
  assert.deepEqual(purged, [])
  clock.advance(days / 2)
  await pollYears()
  await pollYears()
  await poll()
  assert.deepEqual(purged, ['3 site'])
})
