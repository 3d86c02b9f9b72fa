import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import type { EngineName } from '#features/seo/submission/contract.ts'
import { submissionSettings } from '#features/seo/submission/settings.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createFakeClock, type FakeClock } from '../../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { startBaidu } from '../../../../../test/support/seo/engines/baidu.ts'
import { type GoogleSimulator, startGoogle } from '../../../../../test/support/seo/engines/google.ts'
import {
  type EngineSimulator,
  reset,
  sayAlways,
  sendJson,
} from '../../../../../test/support/seo/engines/http-simulator.ts'
import { startIndexNow } from '../../../../../test/support/seo/engines/index-now.ts'
import { startYandex } from '../../../../../test/support/seo/engines/yandex.ts'
import {
  type SubmissionEngine,
  startSubmissionEngine,
  testSite,
} from '../../../../../test/support/seo/submission-engine.ts'

const hour = 3_600_000
let database: TestDatabase
let postgres: Postgres
let clock: FakeClock
let listed: ListedAddress[]
let engine: SubmissionEngine
let simulators: EngineSimulator[] = []

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
})
beforeEach(async () => {
  await postgres.pool.query(
    'DELETE FROM seo_submission_runs; DELETE FROM seo_submission_calls; DELETE FROM seo_accepted_changes; DELETE FROM seo_engines',
  )
  clock = createFakeClock()
  listed = pages(3)
})
afterEach(async () => {
  await engine.close()
  await Promise.all(simulators.map((one) => one.close()))
  simulators = []
})
after(async () => {
  await postgres.close()
  await database.drop()
})

const pages = (count: number): ListedAddress[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ address: `${testSite}/es/${index}`, language: 'es', type: 'page' },
    changedAt: new Date('2026-01-01'),
  }))
const begin = (options: Partial<Parameters<typeof startSubmissionEngine>[0]>) => {
  engine = startSubmissionEngine({
    ...{ databaseUrl: database.url, clock, listed: () => listed, endpoints: {} },
    ...options,
  })
}
const keep = <Simulator extends EngineSimulator>(simulator: Simulator): Simulator => {
  simulators.push(simulator)
  return simulator
}
/** Submits what has changed, in a run that begins now. */
async function submit(name: EngineName) {
  clock.advance(1000)
  const [outcome] = await engine.submissions.submit(
    { engine: name, again: false },
    { startedBy: null, isAutomatic: false },
  )
  await engine.poll()
  return outcome
}
const list = async (limit = 50) => (await engine.submissions.list({ limit, offset: 0 })).items
const find = async (name: EngineName) => {
  const { engines } = await engine.submissions.describe()
  const found = engines.find((one) => one.engine === name)
  assert.ok(found)
  return found
}
const counts = async (name: EngineName) => {
  const { run } = await find(name)
  return [run?.total, run?.accepted, run?.failed]
}

describe('Baidu', () => {
  const token = 'a token of Baidu'.replaceAll(' ', '-')
  async function beginBaidu(options: { quota?: number; token?: string } = {}) {
    const baidu = keep(await startBaidu({ site: testSite, token, ...options }))
    begin({ endpoints: { baidu: baidu.origin }, credentials: { baiduToken: token } })
    return baidu
  }

  test('without a token is not told anything, and what is missing is named', async () => {
    const baidu = await beginBaidu()
    engine.set(submissionSettings.baiduToken, undefined)
    await assert.rejects(submit('baidu'), { code: 'submission_not_configured', status: 409 })
    const { obstacle, missing, run } = await find('baidu')
    assert.deepEqual([obstacle, missing, run], ['not_configured', ['baiduToken'], null])
    assert.equal(baidu.received.length, 0)
  })

  test('takes at most 2,000 addresses at once, and says what remains', async () => {
    const baidu = await beginBaidu({ quota: 5_000 })
    listed = pages(2_500)
    await submit('baidu')
    assert.deepEqual(
      baidu.received.map(({ body }) => body.split('\n').length),
      [2_000, 500],
    )
    assert.deepEqual(await counts('baidu'), [2_500, 2_500, 0])
    assert.equal((await find('baidu')).quota?.left, 2_500)
  })

  test('is not asked for more than its quota, which begins anew with the day in China', async () => {
    clock = createFakeClock(new Date('2026-05-01T09:59:59Z'))
    const baidu = await beginBaidu({ quota: 2_010 })
    listed = pages(2_030)
    await submit('baidu')
    assert.deepEqual(
      baidu.received.map(({ body }) => body.split('\n').length),
      [2_000, 10],
    )
    const { waiting, paused_until, quota } = await find('baidu')
    assert.deepEqual([waiting, quota?.left, paused_until], [20, 0, '2026-05-01T16:00:00.000Z'])
    clock.advance(5 * hour)
    await engine.poll()
    assert.equal(baidu.received.length, 2)
    baidu.answer((response) => sendJson(response, 200, { remain: 1_980, success: 20 }))
    clock.advance(hour)
    await engine.poll()
    assert.deepEqual(await counts('baidu'), [2_030, 2_030, 0])
  })

  test('that says its quota is used is left alone until the next day', async () => {
    const baidu = await beginBaidu({ quota: 0 })
    await submit('baidu')
    await engine.poll()
    assert.equal(baidu.received.length, 1)
    const [first] = await list()
    assert.deepEqual(
      [first?.state, first?.status, first?.answer],
      ['waiting', 400, '{"error":400,"message":"over quota"}'],
    )
  })

  test('may refuse some addresses and take the others', async () => {
    const baidu = await beginBaidu()
    const [first = '', second = ''] = listed.map(({ address }) => address)
    baidu.answer((response) =>
      sendJson(response, 200, {
        remain: 9,
        success: 1,
        not_same_site: [first],
        not_valid: [second, 'other'],
      }),
    )
    await submit('baidu')
    assert.deepEqual((await list()).map(({ state, answer }) => [state, answer.slice(0, 13)]).sort(), [
      ['accepted', '{"remain":9,"'],
      ['refused', 'not_same_site'],
      ['refused', 'not_valid'],
    ])
  })

  test('that does not say which addresses it took is not believed', async () => {
    const baidu = await beginBaidu()
    baidu.answer((response) => sendJson(response, 200, { remain: 9, success: 1 }))
    await submit('baidu')
    assert.ok((await list()).every(({ state, fault }) => state === 'refused' && fault === 'partial'))
    baidu.answer(sayAlways(200, '<html>200 OK'))
    await submit('baidu')
    const [first] = await list()
    assert.deepEqual([first?.state, first?.fault, first?.status], ['waiting', 'unreadable', 200])
  })

  test('that names the refused addresses in another way is not believed either', async () => {
    const baidu = await beginBaidu()
    const not_valid = listed.map(({ address }) => address.replace('https://', 'http://'))
    baidu.answer((response) => sendJson(response, 200, { remain: 9, success: 0, not_valid }))
    await submit('baidu')
    assert.ok((await list()).every(({ state, fault }) => state === 'refused' && fault === 'partial'))
  })

  test('that claims absurd numbers is recorded all the same', async () => {
    const baidu = await beginBaidu()
    baidu.answer((response) => sendJson(response, 200, { remain: 9e15, success: 3 }))
    await submit('baidu')
    assert.deepEqual(await counts('baidu'), [3, 3, 0])
    const { run, quota } = await find('baidu')
    assert.ok(run?.ended_at)
    assert.ok((quota?.left ?? 0) > 1_000_000)
  })

  test('or what answers in its place never has its token shown', async () => {
    const baidu = await beginBaidu()
    engine.set(submissionSettings.baiduToken, 'Secret+Token/1')
    baidu.answer((response, { url }) => {
      response.writeHead(502).end(`Cannot fetch ${url} (${url.searchParams.get('token')})`)
    })
    await submit('baidu')
    assert.match((await list())[0]?.answer ?? '', /^Cannot fetch/)
    assert.doesNotMatch(JSON.stringify([await list(), await find('baidu')]), /Secret/)
  })

  test('refuses a wrong token with its own words', async () => {
    await beginBaidu()
    engine.set(submissionSettings.baiduToken, 'wrong')
    await submit('baidu')
    const { last_answer } = await find('baidu')
    assert.deepEqual(
      [last_answer?.status, last_answer?.answer],
      [401, '{"error":401,"message":"token is not valid"}'],
    )
    assert.deepEqual(await counts('baidu'), [3, 0, 3])
  })

  test('is sent nothing once its token was removed', async () => {
    const baidu = await beginBaidu()
    baidu.answer(sayAlways(500))
    await submit('baidu')
    engine.set(submissionSettings.baiduToken, undefined)
    clock.advance(hour)
    await engine.poll()
    assert.equal(baidu.received.length, 1)
    assert.ok((await list()).every(({ state, fault }) => state === 'stopped' && fault === 'not_configured'))
  })
})

describe('Yandex', () => {
  const token = 'y0_token'
  async function beginYandex(options: { quota?: number; isVerified?: boolean; token?: string } = {}) {
    const [yandex, indexNow] = [
      keep(await startYandex({ site: testSite, token, ...options })),
      keep(await startIndexNow()),
    ]
    begin({
      endpoints: {
        yandex: `${yandex.origin}/v4`,
        indexNow: { bing: indexNow.origin, yandex: indexNow.origin },
      },
      credentials: { yandexToken: token },
    })
    return { yandex, indexNow }
  }

  test('needs no token for IndexNow, and names it as what would allow more', async () => {
    const { yandex, indexNow } = await beginYandex()
    engine.set(submissionSettings.yandexToken, undefined)
    await submit('yandex')
    assert.deepEqual([yandex.received.length, indexNow.received.length], [0, 1])
    assert.deepEqual(await counts('yandex'), [3, 3, 0])
    assert.deepEqual((await find('yandex')).optional, ['yandexToken'])
  })

  test('with a token is told of the sitemap and of pages, and of those beyond the quota by IndexNow', async () => {
    const { yandex, indexNow } = await beginYandex({ quota: 2 })
    listed = pages(5)
    await submit('yandex')
    assert.deepEqual(await counts('yandex'), [6, 6, 0])
    const posted = yandex.received
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body).url)
    assert.deepEqual(posted.slice(0, 3), [`${testSite}/sitemap.xml`, `${testSite}/es/0`, `${testSite}/es/1`])
    assert.deepEqual(
      indexNow.received.flatMap(({ body }) => JSON.parse(body).urlList),
      [2, 3, 4].map((index) => `${testSite}/es/${index}`),
    )
    const { quota } = await find('yandex')
    assert.deepEqual([quota?.left, quota?.total], [0, 2])
  })

  test('takes as accepted what it has already', async () => {
    await beginYandex()
    await submit('yandex')
    await engine.submissions.submit(
      { engine: 'yandex', again: true },
      { startedBy: null, isAutomatic: false },
    )
    await engine.poll()
    const rows = await list()
    assert.ok(rows.every(({ state }) => state === 'accepted'))
    assert.deepEqual(
      rows.slice(0, 4).map(({ status }) => status),
      [409, 409, 409, 409],
    )
  })

  test('says when the token is wrong or the site is not ours', async () => {
    await beginYandex({ isVerified: false })
    await submit('yandex')
    assert.equal((await find('yandex')).last_answer?.answer, 'HOST_NOT_VERIFIED')
    engine.set(submissionSettings.yandexToken, 'wrong')
    await submit('yandex')
    const { last_answer, run } = await find('yandex')
    assert.equal(last_answer?.status, 403)
    assert.match(last_answer.answer, /INVALID_OAUTH_TOKEN/)
    assert.deepEqual([run?.accepted, run?.failed], [0, 4])
  })
})

describe('Google', () => {
  let google: GoogleSimulator
  async function beginGoogle(credentials: Record<string, string> = {}, hasSitemap = () => true) {
    google = keep(await startGoogle({ property: 'sc-domain:example.org' }))
    begin({
      endpoints: { google: `${google.origin}/webmasters/v3`, googleToken: `${google.origin}/token` },
      credentials: {
        ...{ googleServiceAccount: google.account, googleProperty: 'sc-domain:example.org' },
        ...credentials,
      },
      hasSitemap,
    })
  }

  test('is told of the sitemap, once for each change, and says what it found in it', async () => {
    await beginGoogle()
    google.find({ errors: 2, warnings: 7 })
    await submit('google')
    const [row] = await list()
    assert.deepEqual(
      [row?.kind, row?.address, row?.state, row?.status],
      ['sitemap', `${testSite}/sitemap.xml`, 'accepted', 204],
    )
    const { sitemap, changed } = await find('google')
    assert.deepEqual([sitemap?.errors, sitemap?.warnings, changed], [2, 7, 0])
    assert.equal((await submit('google'))?.run, null)
    const [first] = listed
    assert.ok(first)
    first.changedAt = new Date('2026-02-02')
    await submit('google')
    const paths = google.received.map(({ method, url }) => `${method} ${url.pathname.slice(0, 14)}`)
    assert.deepEqual(paths, [
      'POST /token',
      ...['PUT /webmasters/v3', 'GET /webmasters/v3', 'PUT /webmasters/v3', 'GET /webmasters/v3'],
    ])
  })

  test('says why it refuses: the property, the signature, a key that is none', async () => {
    await beginGoogle({ googleProperty: '' })
    await submit('google')
    assert.equal(
      (await find('google')).last_answer?.answer,
      `User does not have sufficient permission for site '${testSite}/'.`,
    )
    const other = keep(await startGoogle({ property: '' }))
    const account = JSON.parse(google.account)
    engine.set(
      submissionSettings.googleServiceAccount,
      JSON.stringify({ ...account, private_key: JSON.parse(other.account).private_key }),
    )
    await submit('google')
    const { last_answer } = await find('google')
    assert.equal(last_answer?.status, 400)
    assert.match(last_answer.answer, /invalid_grant/)
    engine.set(
      submissionSettings.googleServiceAccount,
      JSON.stringify({ ...account, private_key: '-----BEGIN nothing' }),
    )
    await submit('google')
    assert.equal((await find('google')).last_answer?.fault, 'not_configured')
  })

  test('is tried again when its tokens or its interface are out of order', async () => {
    await beginGoogle()
    for (const how of [sayAlways(503), reset, sayAlways(200, 'no JSON')]) {
      google.answer(how)
      await submit('google')
      assert.equal((await list())[0]?.state, 'waiting')
      clock.advance(24 * hour)
    }
    google.answer()
    await engine.poll()
    const [row] = await list()
    assert.deepEqual([row?.state, row?.attempts, row?.unknown_attempts], ['accepted', 4, 1])
  })

  test('is not told of a sitemap that is switched off', async () => {
    await beginGoogle({}, () => false)
    await assert.rejects(submit('google'), { code: 'submission_sitemap_off', status: 409 })
    assert.equal((await find('google')).obstacle, 'sitemap_off')
    assert.equal(google.received.length, 0)
  })
})
