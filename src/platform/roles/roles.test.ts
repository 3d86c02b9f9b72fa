import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { BackgroundState } from '#features/operator/contract.ts'
import { createLog } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import { createHttpClient } from '../../../test/support/http-client.ts'
import { until } from '../../../test/support/until.ts'
import { countLiveRoles, lacksWorker } from './process-roles.ts'
import { createWorkerWatch } from './worker-watch.ts'

const address = 'postgres://unused/'
let web: TestApp
let worker: TestApp

before(async () => {
  web = await startTestApp({ env: { ROLE: 'web', DATABASE_URL: address } })
  worker = await startTestApp({
    env: { ROLE: 'worker', DATABASE_URL: address, METRICS_TOKEN: 'a token for the metrics' },
    ...{ databaseUrl: web.databaseUrl, clock: web.clock },
  })
})
after(async () => {
  await worker.close()
  await web.close()
})

const countMails = async () =>
  Number((await web.pool.query("SELECT count(*) FROM mails WHERE kind = 'confirmation'")).rows[0].count)

describe('a web process and a worker', () => {
  test('see each other', async () => {
    assert.deepEqual(await countLiveRoles(web.db), { web: 1, worker: 1, all: 0 })
    const admin = await web.signIn()
    const state = (await admin('/api/operator/processes')).read(BackgroundState)
    assert.deepEqual(state, { lacks_worker: false, processes: { web: 1, worker: 1, all: 0 } })
    const authorization = 'Bearer a token for the metrics'
    const { text } = await worker.send('/metrics', { headers: { authorization } })
    assert.match(text, /^processes\{role="web"\} 1$/m)
    assert.match(text, /^processes\{role="all"\} 0$/m)
  })

  test('answer what they are for: of the worker nobody gets more than its health', async () => {
    assert.equal(web.firstUser?.username, 'admin')
    assert.equal(worker.firstUser, undefined)
    // Not in the description of the API, which is that of a process that answers.
    const send = createHttpClient(worker.url)
    for (const path of [
      '/es/',
      '/login',
      '/api/doc/files',
      '/lang/es.json',
      '/robots.txt',
      '/assets/none.js',
    ]) {
      // In a cache at most after the first time.
      for (let time = 0; time < 2; time++) assert.equal((await send(path)).status, 404, path)
    }
    assert.equal((await send('/api/early-adopters', { json: registrationOf() })).status, 404)
    assert.equal((await send('/api/visits/view', { json: {} })).status, 404)
    for (const path of ['/healthz', '/readyz']) assert.equal((await worker.send(path)).status, 200)
    assert.equal((await web.send('/es/')).status, 200)
    // The worker checks the pages of the site by asking itself.
    const own = await worker.app.server.inject({ url: '/es/', headers: { host: new URL(worker.url).host } })
    assert.equal(own.statusCode, 200)
  })

  test('share the work: one takes sign-ups, the other writes their mails and runs jobs', async () => {
    assert.equal((await web.send('/api/early-adopters', { json: registrationOf() })).status, 201)
    await web.app.startBackgroundWork()
    const { rows } = await web.pool.query('SELECT count(*)::int AS queues FROM jobs.queue')
    assert.ok(rows[0].queues > 1, 'a web process may add jobs')
    web.clock.advance(60_000)
    assert.equal(await countMails(), 0)
    const jobs = () => web.pool.query('SELECT 1 FROM jobs.job')
    assert.equal((await jobs()).rowCount, 0)
    await worker.app.startBackgroundWork()
    await until(async () => (await countMails()) > 0, 'the mail is written')
    await until(async () => ((await jobs()).rowCount ?? 0) > 0, 'periodic jobs are added')
  })
})

test('a worker is missing while there are only web processes', () => {
  assert.ok(lacksWorker({ web: 2, worker: 0, all: 0 }))
  for (const roles of [
    { web: 2, worker: 1, all: 0 },
    { web: 2, worker: 0, all: 1 },
    { web: 0, worker: 0, all: 0 },
  ])
    assert.ok(!lacksWorker(roles))
})

test('web processes without a worker are told of, once until there is one again', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line).msg) })
  const alone = await startTestApp({ env: { ROLE: 'web', DATABASE_URL: address } })
  const { poller, isWithoutWorker } = createWorkerWatch({ db: alone.db, log })
  const look = async (times: number, { poll }: Poller) => {
    for (let time = 0; time < times; time++) await poll()
  }
  await look(3, poller)
  assert.equal(isWithoutWorker(), false)
  await look(4, poller)
  assert.equal(isWithoutWorker(), true)
  const other = await startTestApp({
    env: { ROLE: 'worker', DATABASE_URL: address },
    databaseUrl: alone.databaseUrl,
  })
  await look(2, poller)
  assert.equal(isWithoutWorker(), false)
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /no process works in the background/)
  await other.close()
  await alone.close()
})
