import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../test/support/database-proxy.ts'
import { draftOf, registrationFormOf, registrationOf } from '../../test/support/factories.ts'
import { until } from '../../test/support/until.ts'

const token = 'a token for the metrics'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: DatabaseProxy
let app: TestApp

before(async () => {
  database = await createTestDatabase()
  proxy = await openDatabaseProxy(database.url)
  app = await startTestApp({ databaseUrl: proxy.url, env: { METRICS_TOKEN: token } })
})
after(async () => {
  await app.close()
  await proxy.close()
  await database.drop()
})

describe('the metrics', () => {
  test('are for local clients', async () => {
    const bare = await startTestApp()
    try {
      const reply = await bare.send('/metrics')
      assert.equal(reply.status, 200)
      assert.match(String(reply.headers['content-type']), /^text\/plain/)
      assert.match(reply.text, /^page_cache_hits_total \d/m)
      assert.match(reply.text, /^http_requests_in_flight 1$/m)
      assert.equal(reply.headers['cache-control'], 'no-store')
    } finally {
      await bare.close()
    }
  })

  test('are all in the operator’s guide', async () => {
    const guide = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const { text } = await app.send('/metrics', { headers: { authorization: `Bearer ${token}` } })
    const names = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name ?? '')
    const own = names.filter((name) => !/^(process|nodejs)_/.test(name))
    assert.ok(own.length > 10)
    assert.deepEqual(
      own.filter((name) => !new RegExp(`^\\| .*\`${name}\\b`, 'm').test(guide)),
      [],
    )
  })

  test('tell what fails in the background, and how much space is left', async () => {
    const read = async () =>
      (await app.send('/metrics', { headers: { authorization: `Bearer ${token}` } })).text
    const text = await read()
    assert.match(text, /^poller_failing\{poller="\S+"\} 0$/m)
    assert.match(text, /^jobs_waiting 0$/m)
    assert.match(text, /^jobs_failed 0$/m)
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    assert.ok(value('data_disk_free_bytes') > 0)
    assert.ok(value('data_disk_total_bytes') > value('data_disk_free_bytes'))
    proxy.freeze()
    try {
      await sleep(1_100)
      const start = performance.now()
      assert.doesNotMatch(await read(), /^jobs_(waiting|failed) /m)
      assert.ok(performance.now() - start < 3_000)
    } finally {
      await proxy.restore()
    }
  })

  test('are only for the bearer of their token once one is set, also on this machine', async () => {
    for (const forwarded of [{}, { 'x-forwarded-for': '198.51.100.7' }]) {
      const ask = async (authorization?: string) => {
        const headers = { ...forwarded, ...(authorization && { authorization }) }
        return (await app.send('/metrics', { headers })).status
      }
      assert.equal(await ask(), 404)
      assert.equal(await ask('Bearer a token for the metricz'), 404)
      assert.equal(await ask('Bearer '), 404)
      assert.equal(await ask(`Bearer ${token}`), 200)
    }
  })

  test('are not for a token when none is set', async () => {
    const bare = await startTestApp()
    try {
      const headers = { 'x-forwarded-for': '198.51.100.7', authorization: 'Bearer undefined' }
      assert.equal((await bare.send('/metrics', { headers })).status, 404)
    } finally {
      await bare.close()
    }
  })
})

describe('while the database is away', () => {
  test('the process lives, is not ready, serves cached pages, refuses the rest with a message, and recovers by itself', async () => {
    const admin = await app.signIn()
    const saved = await admin('/api/content', { json: draftOf({ published: true }) })
    assert.equal(saved.status, 201)
    const kept = await app.send('/es/')
    const json = await app.send('/api/content/home-hero?language=es')
    assert.equal(kept.status, 200)
    assert.equal(json.status, 200)
    assert.equal((await app.send('/readyz')).text, '{"status":"ready"}')

    await proxy.cut()
    await until(async () => (await app.send('/readyz')).status === 503, 'it is not ready')
    assert.equal((await app.send('/healthz')).text, '{"status":"ok"}')
    await until(async () => (await app.send('/es/')).status === 200, 'the page is served')
    for (let turn = 0; turn < 10; turn++) {
      const still = await app.send('/es/')
      assert.equal(still.status, 200)
      assert.deepEqual(still.bytes, kept.bytes)
      assert.deepEqual((await app.send('/api/content/home-hero?language=es')).bytes, json.bytes)
      await sleep(100)
    }

    const lead = registrationOf()
    const refusals = [
      await app.send('/api/early-adopters', { json: lead }),
      await admin('/api/content'),
      await app.send('/api/auth/login', { form: { username: 'admin', password: 'x' } }),
    ]
    for (const refusal of refusals) {
      assert.equal(refusal.status, 503)
      assert.ok(Number(refusal.headers['retry-after']) > 0)
      assert.match(refusal.problem().detail, /no está disponible/)
    }
    const page = await app.send('/ru/')
    assert.equal(page.status, 503)
    assert.equal(page.headers['content-language'], 'ru')
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.ok(Number(page.headers['retry-after']) > 0)
    const form = await app.send('/es/', { form: registrationFormOf({ email: lead.email }) })
    assert.equal(form.status, 503)
    assert.ok(form.text.includes(lead.email), 'what was typed is kept')
    assert.equal((await app.send('/nothing')).status, 404)

    await proxy.restore()
    await until(async () => (await app.send('/readyz')).status === 200, 'it is ready')
    assert.equal((await app.send('/api/early-adopters', { json: lead })).status, 201)
    assert.equal((await app.send('/ru/')).status, 200)
    const { rows } = await app.pool.query('SELECT FROM early_adopters')
    assert.equal(rows.length, 1)
  })
})
