import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { createAutoSubmission } from '#features/seo/submission/auto-submission.ts'
import type { EngineName, SubmissionQuery } from '#features/seo/submission/contract.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createFakeClock, type FakeClock } from '../../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { pollIfDue } from '../../../../../test/support/poll.ts'
import {
  type EngineSimulator,
  flood,
  reset,
  sayAlways,
} from '../../../../../test/support/seo/engines/http-simulator.ts'
import { startIndexNow } from '../../../../../test/support/seo/engines/index-now.ts'
import {
  type SubmissionEngine,
  startSubmissionEngine,
  testSite,
} from '../../../../../test/support/seo/submission-engine.ts'
import { until } from '../../../../../test/support/until.ts'

const second = 1000
const people = { startedBy: null, isAutomatic: false }
let database: TestDatabase
let postgres: Postgres
let clock: FakeClock
let bing: EngineSimulator
let engine: SubmissionEngine
let listed: ListedAddress[] = []

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
})
beforeEach(async () => {
  await postgres.pool.query(
    'DELETE FROM seo_submission_runs; DELETE FROM seo_submission_calls; DELETE FROM seo_accepted_changes; DELETE FROM seo_engines; DELETE FROM seo_index_now_keys',
  )
  clock = createFakeClock()
  bing = await startIndexNow()
  listed = ['/es/', '/en/', '/ar/'].map(pageAt)
  engine = start()
})
afterEach(async () => {
  await engine.close()
  await bing.close()
})
after(async () => {
  await postgres.close()
  await database.drop()
})

const pageAt = (path: string): ListedAddress => ({
  ...{ address: `${testSite}${path}`, language: 'es', type: 'page', changedAt: new Date('2026-01-01') },
})
const start = (options: { publicUrl?: string; timeout?: number } = {}) =>
  startSubmissionEngine({
    ...{ databaseUrl: database.url, clock, listed: () => listed, ...options },
    endpoints: { indexNow: { bing: bing.origin, yandex: bing.origin } },
  })
const submit = (name: EngineName = 'bing', again = false) =>
  engine.submissions.submit({ engine: name, again }, people)
const list = async (query: Partial<SubmissionQuery> = {}) =>
  (await engine.submissions.list({ limit: 50, offset: 0, ...query })).items
const states = async () =>
  (await list()).map(({ state, status, fault, attempts }) => [state, status, fault, attempts])
const describeBing = async () => {
  const { engines } = await engine.submissions.describe()
  const found = engines.find((one) => one.engine === 'bing')
  assert.ok(found)
  return found
}
const sent = () => bing.received.flatMap(({ body }): string[] => JSON.parse(body).urlList)
/** What a dead process held is free once its lease has ended, which a test does not wait for. */
const endLeases = () =>
  postgres.pool.query("UPDATE seo_submission_calls SET taken_at = taken_at - interval '120 seconds'")

describe('changed addresses', () => {
  test('are submitted once, in one request, with our key', async () => {
    const [outcome] = await submit()
    assert.equal(outcome?.run?.total, 3)
    await engine.poll()
    const [request] = bing.received
    assert.ok(request && bing.received.length === 1)
    const key = await engine.keys.find()
    assert.match(key ?? '', /^[0-9a-f]{32}$/)
    assert.deepEqual(JSON.parse(request.body), {
      ...{ host: 'www.example.org', key, keyLocation: `${testSite}/${key}.txt` },
      urlList: listed.map(({ address }) => address),
    })
    assert.deepEqual(
      await states(),
      listed.map(() => ['accepted', 200, null, 1]),
    )
    const { run, changed, waiting, last_answer } = await describeBing()
    assert.deepEqual([run?.accepted, changed, waiting, last_answer?.status], [3, 0, 0, 200])
    assert.ok(run?.ended_at)
  })

  test('are not submitted again until they change', async () => {
    await submit()
    await engine.poll()
    assert.deepEqual(
      (await submit()).map(({ run }) => run),
      [null],
    )
    await engine.poll()
    assert.equal(bing.received.length, 1)
    const [first] = listed
    assert.ok(first)
    first.changedAt = new Date('2026-02-01')
    assert.equal((await describeBing()).changed, 1)
    await submit()
    await engine.poll()
    assert.deepEqual(sent().slice(3), [first.address])
    await submit('bing', true)
    await engine.poll()
    assert.equal(sent().length, 3 + 1 + 3, 'all again, as that was asked for')
  })

  test('are submitted once though it was asked for many times at once, of two processes', async () => {
    const other = start()
    try {
      const runs = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 ? other : engine).submissions.submit({ engine: 'bing', again: index > 4 }, people),
        ),
      )
      assert.equal(new Set(runs.flat().map(({ run }) => run?.id)).size, 1)
      await Promise.all([engine.poll(), other.poll(), engine.poll(), other.poll()])
      assert.equal(bing.received.length, 1)
      assert.equal(sent().length, 3)
    } finally {
      await other.close()
    }
  })

  test('beyond what a request may hold are sent in several', async () => {
    listed = Array.from({ length: 20_001 }, (_, index) => pageAt(`/es/${index}`))
    await submit()
    await engine.poll()
    assert.deepEqual(
      bing.received.map(({ body }) => JSON.parse(body).urlList.length),
      [10_000, 10_000, 1],
    )
    assert.equal(new Set(sent()).size, 20_001)
    assert.equal((await engine.submissions.list({ limit: 1, offset: 0, search: '/es/1999' })).total, 11)
  })

  test('of a site that is not public are not submitted', async () => {
    const local = start({ publicUrl: 'http://localhost:3000' })
    try {
      const all = await local.submissions.submit({ engine: 'all', again: false }, people)
      assert.ok(all.every(({ obstacle, run }) => obstacle === 'not_public' && run === null))
      await assert.rejects(local.submissions.submit({ engine: 'bing', again: false }, people), {
        ...{ code: 'submission_not_public', status: 409 },
      })
      await local.poll()
      assert.equal(bing.received.length, 0)
    } finally {
      await local.close()
    }
  })
})

describe('an engine', () => {
  test('that will check the key has accepted, and its own status is told', async () => {
    bing.answer(sayAlways(202))
    await submit()
    await engine.poll()
    assert.deepEqual((await states())[0], ['accepted', 202, null, 1])
  })

  test('that refuses ends the run at once, with what it says', async () => {
    listed = Array.from({ length: 10_002 }, (_, index) => pageAt(`/es/${index}`))
    for (const [status, words] of [
      [403, 'Key not valid'],
      [422, 'URLs do not belong to the host'],
      [400, 'Invalid format'],
    ] as const) {
      bing.received.length = 0
      bing.answer(sayAlways(status, words))
      await submit()
      await engine.poll()
      assert.equal(bing.received.length, 1, 'the rest is not tried')
      const { run, last_answer } = await describeBing()
      assert.deepEqual([run?.failed, run?.accepted, run?.ended_at !== null], [10_002, 0, true])
      assert.deepEqual([last_answer?.status, last_answer?.answer], [status, words])
      const [stopped] = await list({ state: 'stopped' })
      assert.deepEqual([stopped?.attempts, stopped?.status, stopped?.answer], [0, status, words])
      clock.advance(second)
    }
    bing.answer()
    await submit()
    await engine.poll()
    assert.equal((await describeBing()).run?.accepted, 10_002, 'what was refused can be submitted again')
  })

  test('that has had enough is left alone for as long as it asks', async () => {
    bing.answer(sayAlways(429, 'Too many requests', { 'retry-after': '3600' }))
    await submit()
    await engine.poll()
    assert.deepEqual((await states())[0], ['waiting', 429, 'status', 1])
    assert.equal(
      (await describeBing()).paused_until,
      new Date(clock.now().getTime() + 3600 * second).toISOString(),
    )
    clock.advance(3599 * second)
    await engine.poll()
    assert.equal(bing.received.length, 1)
    bing.answer()
    clock.advance(second)
    await engine.poll()
    assert.deepEqual((await states())[0], ['accepted', 200, null, 2])
  })

  test('with a fault is tried again, less and less often, and then given up', async () => {
    bing.answer(sayAlways(503, 'out of order'))
    await submit()
    for (let hour = 0; hour < 40; hour++) {
      await engine.poll()
      clock.advance(3600 * second)
    }
    assert.equal(bing.received.length, 8)
    assert.deepEqual((await states())[0], ['failed', 503, 'status', 8])
    assert.ok((await describeBing()).run?.ended_at)
  })

  test('that takes nothing is told to the team, once until it works again', async () => {
    const told = () => engine.told.splice(0).map(({ type, data }) => [type.name, data])
    const submitAll = async () => {
      await submit('bing', true)
      await engine.poll()
      clock.advance(second)
    }
    bing.answer(sayAlways(403, 'Key not valid'))
    await submitAll()
    assert.deepEqual(told(), [['seo.failing', { engine: 'bing', status: 403, fault: 'status' }]])
    await submitAll()
    assert.deepEqual(told(), [], 'they know')
    bing.answer()
    await submitAll()
    bing.answer(reset)
    await submit('bing', true)
    for (let hour = 0; hour < 40; hour++) {
      assert.deepEqual(told(), [], 'it is tried again before they are told')
      await engine.poll()
      if (engine.told.length > 0) break
      clock.advance(3600 * second)
    }
    assert.deepEqual(told(), [['seo.failing', { engine: 'bing', status: null, fault: 'disconnected' }]])
  })

  test('that does not answer in time may have taken what it was told, and is told again', async () => {
    const hasty = start({ timeout: 100 })
    try {
      bing.answer(() => {})
      await submit()
      await hasty.poll()
      const [row] = await list()
      assert.deepEqual([row?.state, row?.fault, row?.unknown_attempts], ['waiting', 'timeout', 1])
      bing.answer()
      clock.advance(30 * second)
      await hasty.poll()
      assert.deepEqual((await states())[0], ['accepted', 200, null, 2])
    } finally {
      await hasty.close()
    }
  })

  test('whose answer is broken off, a flood, or hostile does no harm', async () => {
    const hostile = `<script>alert(1)</script>\u0000\u202e${'😀'.repeat(2_000)}\ud83d`
    bing.answer(sayAlways(403, hostile))
    await submit()
    await engine.poll()
    const { last_answer } = await describeBing()
    assert.match(last_answer?.answer ?? '', /^<script>alert\(1\)<\/script> 😀+/u)
    assert.ok((last_answer?.answer.length ?? 0) <= 500)
    for (const [how, fault] of [
      [reset, 'disconnected'],
      [flood, 'unreadable'],
      [sayAlways(302, '', { location: 'http://169.254.169.254/' }), 'redirect'],
    ] as const) {
      bing.answer(how)
      await submit()
      await engine.poll()
      assert.equal((await list())[0]?.fault, fault)
      clock.advance(24 * 3600 * second)
    }
    bing.answer()
    await submit()
    await engine.poll()
    assert.equal((await describeBing()).changed, 0)
  })
})

describe('a process that dies', () => {
  /** Sends what is due in a process that then dies: nothing is recorded any more. */
  async function dieWhileSending(): Promise<ServerResponse> {
    let held: ServerResponse | undefined
    bing.answer((response) => {
      held = response
    })
    await engine.start()
    await until(() => held !== undefined, 'the engine has the request')
    assert.ok(held)
    return held
  }

  test('between sending and recording loses nothing, and it is told that it was sent twice', async () => {
    await submit()
    const held = await dieWhileSending()
    const next = start()
    try {
      await next.poll()
      assert.equal(bing.received.length, 1, 'its lease has not ended')
      assert.ok((await list()).every(({ state }) => state === 'sending'))
      bing.answer()
      await endLeases()
      await next.poll()
      assert.equal(bing.received.length, 2)
      const now = await list()
      assert.deepEqual(
        now.map(({ state, attempts, unknown_attempts }) => [state, attempts, unknown_attempts]),
        listed.map(() => ['accepted', 2, 1]),
      )
      // It was not dead, only slow: its late answer changes nothing.
      held.writeHead(403).end('late')
      await engine.poll()
      assert.deepEqual(await list(), now)
    } finally {
      await next.close()
    }
  })

  test('before it has ended the run leaves none that never ends', async () => {
    await submit()
    await engine.poll()
    await postgres.pool.query('UPDATE seo_submission_runs SET ended_at = NULL')
    const next = start()
    try {
      await next.poll()
      assert.ok((await describeBing()).run?.ended_at)
      assert.equal(bing.received.length, 1)
    } finally {
      await next.close()
    }
  })

  test('and the change that was made meanwhile is submitted by itself after that', async () => {
    const auto = createAutoSubmission({
      ...{ db: engine.db, clock, isOn: () => true },
      submissions: engine.submissions,
    })
    const submitChanges = async () => {
      clock.advance(61 * second)
      await pollIfDue(auto.poller, { db: engine.db, now: clock.now() })
    }
    await submitChanges()
    await postgres.pool.query('DELETE FROM seo_submission_runs')
    await submit()
    const held = await dieWhileSending()
    const [first] = listed
    assert.ok(first)
    first.changedAt = new Date('2026-03-01')
    await submitChanges()
    bing.answer()
    held.writeHead(200).end()
    const ofBing = () => list({ engine: 'bing' })
    await until(async () => (await ofBing()).every(({ state }) => state === 'accepted'), 'all was accepted')
    await submitChanges()
    await engine.poll()
    const { changed, run } = await describeBing()
    assert.deepEqual([changed, run?.total, run?.accepted, run?.is_automatic], [0, 1, 1, true])
    await submitChanges()
    assert.equal((await ofBing()).length, 4)
  })

  test('and the change that was made meanwhile is submitted after that', async () => {
    await submit()
    const held = await dieWhileSending()
    const [first] = listed
    assert.ok(first)
    first.changedAt = new Date('2026-03-01')
    await submit()
    bing.answer()
    held.writeHead(200).end()
    await until(async () => (await list()).every(({ state }) => state === 'accepted'), 'all was accepted')
    assert.equal((await describeBing()).changed, 1)
    await submit()
    await engine.poll()
    assert.deepEqual(sent().slice(3), [first.address])
  })
})
