import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { createOwnRequests } from '#http/own-requests/own-requests.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/build-app.ts'
import type { Send } from '../../../../../test/support/http-client.ts'
import { MissingAddress } from './contract.ts'
import { createMissingCounter } from './counter.ts'
import { forgetMissingJob } from './jobs.ts'
import { createSuggestions, isWorthKeeping, mostPerDay } from './model.ts'
import { createMissingStore } from './store.ts'

const path = '/api/admin/seo/not-found'
const day = 24 * 3_600_000
const timeZone = () => 'UTC'

describe('a missing address', () => {
  test('is kept when it looks like that of a page', () => {
    for (const kept of [
      '/precios',
      '/es/sobre-nosotros',
      '/old/page.html',
      '/brochure-2024.pdf',
      '/العقود/القديمة',
      '/blog/2024/10/11/we-launch',
      '/Winter-2024-Catalogue',
      '/About-Our-Company-And-Its-History',
      '/what-changed-with-covid19-in-2020',
      '/use-cases/health',
      '/हिन्दी-पेज',
    ])
      assert.ok(isWorthKeeping(kept), kept)
  })

  test('is not kept when it is a probe, a file or may be a secret', () => {
    for (const left of [
      '/wp-login.php',
      '/es/wp-admin/x',
      '/.env',
      '/a/.git/config',
      '/index.php',
      '/x.asp',
      '/main.css',
      '/a.js.map',
      '/picture.jpg',
      '/cgi-bin/x',
      '/phpMyAdmin',
      '/_ignition/execute',
      '/ana@example.org',
      '/<script>',
      '/$%7Bjndi:ldap',
      '/a=b',
      '/a;b',
      '/activate-signatur/3q2-7wX9kLmN0pQrStUvWx',
      '/es/prevew/dGhpcyBpcyBhIHRva2Vu0',
      '/x/0b7e1f2c-4d6a-4c1e-9f3b-5a7d8e9c0f1a',
      '/x/0b7e1f2c4d6a4c1e9f3b5a7d8e9c0f1a',
      '/call/+34600111222',
      `/${'a'.repeat(200)}`,
      '/a/b/c/d/e/f/g/h/i',
    ])
      assert.ok(!isWorthKeeping(left), left)
  })

  test('no token of the product would be kept, however it is mistyped', () => {
    for (const rare of ['cldrBXJ-KDugnxavqUJLNA', 'PihqnPAWAGGBSQXROSKLPA'])
      assert.ok(!isWorthKeeping(`/mistyped/${rare}`), rare)
    for (let round = 0; round < 20_000; round++) {
      const token = Buffer.from(crypto.getRandomValues(new Uint8Array(round % 2 ? 16 : 32))).toString(
        'base64url',
      )
      assert.ok(!isWorthKeeping(`/mistyped/${token}`), token)
    }
  })

  test('is suggested the page that is most like it', () => {
    const suggest = createSuggestions([
      { path: '/', former: [] },
      { path: '/docs', former: ['/documentation'] },
      { path: '/use-cases/identity', former: [] },
      { path: '/about', former: [] },
      { path: '/docs/whitepaper', former: [] },
    ])
    assert.equal(suggest('/identity'), '/use-cases/identity')
    assert.equal(suggest('/identity.html'), '/use-cases/identity')
    assert.equal(suggest('/documentations'), '/docs')
    assert.equal(suggest('/about-us'), '/about')
    assert.equal(suggest('/White-Paper'), '/docs/whitepaper')
    assert.equal(suggest('/documentacion'), '/docs')
    assert.equal(suggest('/casos/identidad'), '/use-cases/identity')
    assert.equal(suggest('/.'), undefined)
    assert.equal(suggest('/xyz'), undefined)
    assert.equal(suggest('/العقود'), undefined)
  })
})

describe('the addresses at which visitors found nothing', () => {
  let app: TestApp
  let editor: Send

  before(async () => {
    app = await startTestApp()
  })
  beforeEach(async () => {
    await app.pool.query(
      'DELETE FROM missing_addresses; DELETE FROM ignored_addresses; DELETE FROM redirects',
    )
    editor = await app.signInAs('editor')
  })
  after(() => app.close())

  const read = async (query = '') => (await editor(`${path}${query}`)).read(z.array(MissingAddress))
  const today = () => app.clock.now().toISOString().slice(0, 10)
  const counterOf = () => createMissingCounter({ db: app.db, clock: app.clock, timeZone })

  test('are counted from what the site answers, without query, and without personal links', async () => {
    // What was counted is stored when the process ends.
    const second = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
    for (const address of [
      '/es/identidad?email=ana@example.org',
      '/es/identidad/',
      '/docs/no-such-document',
      '/preview/some-token',
      '/es/preview/some-token/x',
      '/ES/activate-signature/some-token',
      '/activate-signature/some-token/',
      '/api/nothing',
      '/admin/nothing',
      '/files/nothing.pdf',
      '/media/nothing',
      '/es/docs?page=999',
      '/wp-login.php',
    ])
      await second.send(address)
    await second.send('/es/only-head', { method: 'HEAD' })
    await second.send('/es/posted', { method: 'POST', body: '' })
    await second.close()
    assert.deepEqual(
      (await read()).map((one) => [one.path, one.hits]),
      [
        ['/es/identidad', 2],
        ['/docs/no-such-document', 1],
        ['/es/only-head', 1],
      ],
    )
  })

  test('and redirects are not counted when the check of the own pages asks for them', async () => {
    await editor('/api/admin/seo/redirects', { json: { from: '/moved', to: '/docs' } })
    const second = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
    const own = createOwnRequests({ publicUrl: 'https://firmeza.example' })
    own.answerWith(second.app.server)
    assert.equal((await own.ask({ method: 'GET', path: '/es/identidad' })).status, 404)
    assert.equal((await own.ask({ method: 'GET', path: '/es/moved' })).status, 301)
    await second.close()
    assert.deepEqual(await read(), [])
    assert.deepEqual((await app.pool.query('SELECT hits FROM redirects')).rows, [{ hits: 0 }])
  })

  test('are listed by hits, with a page that is like each, until a redirect leads from there', async () => {
    const counter = counterOf()
    for (const missing of ['/es/identity', '/es/identity', '/docs/gone', '/xyz', '/xyz', '/xyz'])
      counter.count(missing)
    await counter.store()
    assert.deepEqual(await read(), [
      { path: '/xyz', hits: 3, last_day: today(), suggestion: null, is_ignored: false },
      {
        path: '/es/identity',
        hits: 2,
        last_day: today(),
        suggestion: '/use-cases/identity',
        is_ignored: false,
      },
      { path: '/docs/gone', hits: 1, last_day: today(), suggestion: '/docs', is_ignored: false },
    ])
    await editor('/api/admin/seo/redirects', { json: { from: '/identity', to: '/use-cases/identity' } })
    assert.deepEqual(
      (await read()).map((one) => one.path),
      ['/xyz', '/docs/gone'],
    )
    const page = await editor(`${path}?limit=1&offset=1`)
    assert.equal(page.headers['x-total-count'], '2')
    assert.equal(page.read(z.array(MissingAddress))[0]?.path, '/docs/gone')
  })

  test('can be ignored, and looked at again', async () => {
    const counter = counterOf()
    counter.count('/es/العقود')
    await counter.store()
    const ignore = (what: string, missing: string) => editor(`${path}/${what}`, { json: { path: missing } })
    assert.equal((await ignore('ignore', '/es/العقود')).status, 204)
    assert.equal((await ignore('ignore', '/es/العقود')).status, 204)
    assert.equal((await ignore('ignore', '/never-seen')).status, 404)
    assert.deepEqual(await read(), [])
    assert.deepEqual(
      (await read('?ignored=true')).map((one) => one.path),
      ['/es/العقود'],
    )
    await ignore('unignore', '/es/العقود')
    assert.equal((await read()).length, 1)
  })

  test('are so many a day at most, however many processes count; known ones are counted on', async () => {
    const store = createMissingStore(app.db)
    const many = (name: string, number: number) =>
      new Map(Array.from({ length: number }, (_, index) => [`/${name}-${index}`, 1] as const))
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => store.add(today(), many(name, 500))))
    await store.add(today(), new Map([...many('a', 1), ...many('z', 10)]))
    const { rows } = await app.pool.query(
      'SELECT count(*)::int AS number, max(hits) AS most FROM missing_addresses',
    )
    assert.deepEqual(rows, [{ number: mostPerDay, most: 2 }])
  })

  test('are few in memory, also when somebody asks for very many', async () => {
    const counter = counterOf()
    for (let index = 0; index < 100_000; index++) counter.count(`/many-${index}`)
    await counter.store()
    assert.equal((await app.pool.query('SELECT 1 FROM missing_addresses')).rows.length, 500)
  })

  test('stay few in memory while the database is away', async () => {
    const counter = createMissingCounter({
      ...{ clock: app.clock, timeZone },
      db: new Proxy(app.db, {
        get(db, name) {
          if (name === 'transaction' && isAway)
            return async () => {
              for (let index = 0; index < 500; index++) counter.count(`/later-${round}-${index}`)
              throw new Error('the database is away')
            }
          return Reflect.get(db, name)
        },
      }),
    })
    let isAway = true
    let round = 0
    for (; round < 20; round++) {
      counter.count(`/early-${round}`)
      await assert.rejects(counter.store())
    }
    isAway = false
    await counter.store()
    assert.equal((await app.pool.query('SELECT 1 FROM missing_addresses')).rows.length, 500)
  })

  test('are forgotten after 30 days', async () => {
    const counter = counterOf()
    counter.count('/old')
    await counter.store()
    app.clock.advance(29 * day)
    counter.count('/new')
    await counter.store()
    editor = await app.signInAs('editor')
    assert.equal((await read()).length, 2)
    app.clock.advance(day)
    editor = await app.signInAs('editor')
    assert.deepEqual(
      (await read()).map((one) => one.path),
      ['/new'],
    )
    await forgetMissingJob({ db: app.db, clock: app.clock, timeZone }).work({})
    assert.equal((await app.pool.query('SELECT 1 FROM missing_addresses')).rows.length, 1)
  })

  test('are looked at by all of the team, and ignored by editors', async () => {
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer(path)).status, 200)
    assert.equal((await viewer(`${path}/ignore`, { json: { path: '/x' } })).status, 403)
  })
})
