import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import {
  EngineOverview,
  IndexNowKey,
  Submission,
  SubmissionOutcome,
} from '#features/seo/submission/contract.ts'
import { createExchange } from '#features/seo/submission/engines/exchange.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import { testSite } from '../../../../test/support/seo/submission-engine.ts'
import { createAutoSubmission } from './auto-submission.ts'
import { forgetSubmissionsJob } from './jobs.ts'
import { isPublicSite } from './public-host.ts'

const path = '/api/admin/seo/submissions'
let app: TestApp
let admin: Send
let editor: Send

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: testSite } })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM seo_submission_runs; DELETE FROM seo_accepted_changes')
  admin = await app.signIn()
  editor = await app.signInAs('editor')
})
after(() => app.close())

const overview = async () => (await admin('/api/admin/seo/engines')).read(EngineOverview)
const submit = async (send: Send, json: Record<string, unknown>) =>
  (await send(path, { json })).read(z.array(SubmissionOutcome))
const set = (values: Record<string, unknown>) =>
  admin('/api/settings', {
    method: 'PATCH',
    json: {
      changes: Object.entries(values).map(([key, value]) => ({ key, value, version: versionOf(key) })),
    },
  })
const versions = new Map<string, number>()
function versionOf(key: string): number {
  const version = versions.get(key) ?? 0
  versions.set(key, version + 1)
  return version
}

describe('the tools of search engines', () => {
  test('count what the sitemap lists, and say what each engine needs', async () => {
    const { sitemap, engines, sitemap_url, key_url } = await overview()
    const listed = [...(await app.send('/sitemap.xml')).text.matchAll(/<loc>/g)].length
    assert.equal(sitemap?.addresses, listed)
    assert.equal(sitemap.languages, 10)
    assert.deepEqual(
      sitemap.by_language.map(({ addresses }) => addresses),
      Array.from({ length: 10 }, () => listed / 10),
    )
    assert.ok(sitemap.newest_change)
    assert.deepEqual([sitemap_url, key_url], [`${testSite}/sitemap.xml`, null])
    assert.deepEqual(
      engines.map(({ engine, obstacle, missing, changed }) => [engine, obstacle, missing, changed]),
      [
        ['google', 'not_configured', ['googleServiceAccount'], 1],
        ['bing', null, [], listed],
        ['yandex', null, [], listed],
        ['baidu', 'not_configured', ['baiduToken'], listed],
      ],
    )
  })

  test('submit to those that are ready; twice at once is one run', async () => {
    const [first, second] = await Promise.all([
      submit(editor, { engine: 'all' }),
      submit(editor, { engine: 'all' }),
    ])
    assert.deepEqual(
      first.map(({ engine, obstacle }) => [engine, obstacle]),
      [
        ['google', 'not_configured'],
        ['bing', null],
        ['yandex', null],
        ['baidu', 'not_configured'],
      ],
    )
    assert.deepEqual(
      first.map(({ run }) => run?.id),
      second.map(({ run }) => run?.id),
    )
    const refused = await editor(path, { json: { engine: 'baidu' } })
    assert.equal(refused.status, 409)
    assert.match(refused.text, /Falta lo que pide este buscador/)
    const page = await admin(`${path}?engine=bing&state=waiting&search=/ar/&limit=2`)
    const rows = page.read(z.array(Submission))
    assert.equal(rows.length, 2)
    assert.ok(
      rows.every(({ address, state }) => address.startsWith(`${testSite}/ar/`) && state === 'waiting'),
    )
    assert.equal(Number(page.headers['x-total-count']), (await overview()).sitemap?.by_language[0]?.addresses)
  })

  test('take no order but those that they know', async () => {
    for (const json of [{}, { engine: 'altavista' }, { engine: ['bing'] }, { engine: 'bing', again: 'yes' }])
      assert.equal((await editor(path, { json })).status, 422)
    for (const query of ['engine=x', 'state=x', 'limit=0', `search=${'x'.repeat(201)}`])
      assert.equal((await admin(`${path}?${query}`)).status, 422)
    assert.deepEqual((await admin(`${path}?search=%25_%5C'`)).read(z.array(Submission)), [])
  })

  test('serve the key of IndexNow at the root of the site, and those before it for a week', async () => {
    const path = '/api/admin/seo/indexnow-key'
    assert.equal((await editor(path, { method: 'POST' })).status, 403)
    const urls: string[] = []
    const replace = async () => urls.push((await admin(path, { method: 'POST' })).read(IndexNowKey).key_url)
    // Each is asked for once, since what was found is cached.
    const statusOf = async (index: number) => (await app.send(new URL(urls[index] ?? '').pathname)).status
    for (let round = 0; round < 3; round++) await replace()
    assert.equal(await statusOf(0), 200)
    const newest = await app.send(new URL(urls[2] ?? '').pathname)
    assert.equal(newest.text, new URL(urls[2] ?? '').pathname.slice(1, -4))
    assert.match(String(newest.headers['content-type']), /^text\/plain/)
    assert.equal((await overview()).key_url, urls[2])
    await app.pool.query("UPDATE seo_index_now_keys SET created_at = created_at - interval '8 days'")
    await replace()
    assert.deepEqual([await statusOf(1), await statusOf(2), await statusOf(3)], [404, 200, 200])
    assert.equal((await app.send(`/${'0'.repeat(32)}.txt`)).status, 404)
  })

  test('keep credentials to themselves, and refuse what are none', async () => {
    const account = JSON.stringify({
      type: 'service_account',
      client_email: 'a@b.example',
      private_key: '-----BEGIN x',
    })
    assert.equal((await set({ googleServiceAccount: account, baiduToken: 'very-secret' })).status, 200)
    const [settings, engines] = [(await admin('/api/settings')).text, await overview()]
    assert.doesNotMatch(settings, /BEGIN|very-secret/)
    assert.ok(engines.engines.every(({ missing }) => missing.length === 0))
    assert.doesNotMatch(JSON.stringify(engines), /BEGIN|very-secret/)
    for (const value of ['{}', 'text', '{"type":"authorized_user"}'])
      assert.equal((await set({ googleServiceAccount: value })).status, 422)
    versions.set('googleServiceAccount', 1)
    assert.equal((await set({ googleServiceAccount: null, baiduToken: null })).status, 200)
  })
})

describe('what was published', () => {
  test('is submitted by itself once nothing has followed for a minute, when that is wanted', async () => {
    let orders = 0
    let isAll = true
    let isOn = false
    const { poller, noteChange } = createAutoSubmission({
      ...{ db: app.db, clock: app.clock, isOn: () => isOn },
      submissions: {
        async submitChanges() {
          orders++
          return isAll
        },
      },
    })
    const poll = async (seconds: number) => {
      app.clock.advance(seconds * 1000)
      await pollIfDue(poller, { db: app.db, now: app.clock.now() })
      return orders
    }
    assert.equal(await poll(100), 0)
    isOn = true
    assert.equal(await poll(1), 0)
    assert.equal(await poll(50), 0)
    noteChange()
    assert.equal(await poll(10), 0)
    assert.equal(await poll(59), 0)
    assert.equal(await poll(1), 1)
    assert.equal(await poll(600), 1)
    noteChange()
    assert.equal(await poll(1), 1)
    isAll = false
    assert.equal(await poll(60), 2)
    isAll = true
    assert.equal(await poll(10), 3, 'what was just being sent is submitted after that')
    assert.equal(await poll(600), 3)
  })

  test('is submitted although the clock had been years ahead', async () => {
    const years = 5 * 365 * 24 * 3_600_000
    let orders = 0
    const { poller, noteChange } = createAutoSubmission({
      ...{ db: app.db, clock: app.clock, isOn: () => true },
      submissions: { submitChanges: async () => ++orders > 0 },
    })
    const poll = () => pollIfDue(poller, { db: app.db, now: app.clock.now() })
    app.clock.advance(years)
    await poll()
    app.clock.advance(-years)
    noteChange()
    await poll()
    app.clock.advance(61_000)
    await poll()
    assert.equal(orders, 1)
    await poll()
    assert.equal(orders, 1)
  })

  test('and submitted is forgotten after a year, but not that it was accepted', async () => {
    await submit(editor, { engine: 'bing' })
    await app.pool.query("UPDATE seo_submissions SET state = 'accepted'")
    await app.pool.query(
      'INSERT INTO seo_accepted_changes SELECT engine, address, changed_at, now() FROM seo_submissions; UPDATE seo_submission_runs SET ended_at = now()',
    )
    const count = async (table: string) => (await app.pool.query(`SELECT FROM ${table}`)).rowCount
    let listed = (await app.pool.query<{ address: string }>('SELECT address FROM seo_accepted_changes')).rows
    const work = () =>
      forgetSubmissionsJob({
        ...{ db: app.db, clock: app.clock },
        listAddresses: async () => listed.map(({ address }) => address),
      }).work({})
    const submitted = await count('seo_submissions')
    app.clock.advance(364 * 24 * 3_600_000)
    await work()
    assert.equal(await count('seo_submissions'), submitted)
    app.clock.advance(2 * 24 * 3_600_000)
    await work()
    assert.deepEqual(
      [
        await count('seo_submissions'),
        await count('seo_submission_runs'),
        await count('seo_accepted_changes'),
      ],
      [0, 0, submitted],
    )
    listed = listed.slice(1)
    await work()
    assert.equal(
      await count('seo_accepted_changes'),
      (submitted ?? 0) - 1,
      'what is no longer there is forgotten',
    )
  })
})

test('a site is public by its name, or it is not', () => {
  for (const url of ['https://example.org', 'https://www.firmeza.es', 'http://8.8.8.8', 'https://bücher.de'])
    assert.equal(isPublicSite(url), true, url)
  const hidden = [
    'http://localhost:3000',
    'https://firmeza',
    'https://a.local',
    'https://a.test',
    'http://10.0.0.1',
  ]
  for (const url of [...hidden, 'http://[::1]:3000', 'https://a.internal', 'http://127.0.0.1'])
    assert.equal(isPublicSite(url), false, url)
})

test('the product calls no engine at a private address, whatever its name resolves to', async () => {
  const client = createOutgoingClient({ trustedHosts: new Set() })
  try {
    const exchange = createExchange({ client, clock: app.clock, userAgent: 'test' })
    const { fault } = await exchange({ url: app.url, method: 'GET', signal: AbortSignal.timeout(5_000) })
    assert.equal(fault, 'private_address')
  } finally {
    client.close()
  }
})
