import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add as addToLibrary, openLibrary } from '../../../../test/support/documents/library.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'
import { Redirect, RedirectCheck, type RedirectDraft, TriedAddress } from './contract.ts'
import { createHitCounter } from './hit-counter.ts'
import { forgetRedirectsJob } from './jobs.ts'

const path = '/api/admin/seo/redirects'
const day = 24 * 3_600_000
let app: TestApp
let other: TestApp
let editor: Send

before(async () => {
  app = await startTestApp()
  // A second process on the same database.
  other = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
})
beforeEach(async () => {
  editor = await app.signInAs('editor')
  for (const { id } of await list()) await editor(`${path}/${id}`, { method: 'DELETE' })
})
after(async () => {
  await other.close()
  await app.close()
})

const list = async () => (await editor(`${path}?limit=200`)).read(z.array(Redirect))
const post = (draft: Partial<RedirectDraft>) => editor(path, { json: draft })

async function add(from: string, to: string | null, kind?: number): Promise<Redirect> {
  const reply = await editor(path, { json: { from, to, kind: kind ?? (to === null ? 410 : 301) } })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(Redirect)
}

/** Status and target of an answer. */
const led = ({ status, headers }: Reply) => [status, headers.location]
const fieldsOf = (reply: Reply) => reply.problem().errors?.map(({ field }) => field)

describe('a redirect', () => {
  test('is in force in every process when the call answers, and only where nothing else answers', async () => {
    assert.equal((await other.send('/es/vieja')).status, 404)
    const { id } = await add('/vieja', '/docs')
    for (const { send } of [app, other]) {
      assert.deepEqual(led(await send('/vieja')), [301, '/docs'])
      assert.deepEqual(led(await send('/es/vieja/?utm=1')), [301, '/es/docs?utm=1'])
      assert.deepEqual(led(await send('/ar/vieja', { method: 'HEAD' })), [301, '/ar/docs'])
      assert.equal((await send('/vieja', { method: 'POST', body: '' })).status, 404)
      assert.equal((await send('/es/Vieja')).status, 404)
    }
    const { headers } = await app.send('/vieja')
    assert.equal(headers['cache-control'], 'no-cache')
    await editor(`${path}/${id}`, { method: 'PUT', json: { from: '/vieja', to: '/about', kind: 308 } })
    assert.deepEqual(led(await other.send('/vieja')), [308, '/about'])
    await editor(`${path}/${id}`, { method: 'DELETE' })
    assert.equal((await other.send('/vieja')).status, 404)
    const restored = await editor(`${path}/${id}/restore`, { method: 'POST' })
    assert.equal(restored.read(Redirect).kind, 308)
    assert.deepEqual(led(await other.send('/vieja')), [308, '/about'])
  })

  test('leads from addresses in Arabic, however they are written', async () => {
    await add('/العقود', '/docs')
    for (const address of [
      '/%D8%A7%D9%84%D8%B9%D9%82%D9%88%D8%AF',
      '/ar/%d8%a7%d9%84%d8%b9%d9%82%d9%88%d8%af/',
    ])
      assert.equal((await app.send(address)).status, 301, address)
    await add('/old', '/العقود-الجديدة')
    const { headers } = await app.send('/old')
    assert.match(headers.location ?? '', /^[\x21-\x7e]+$/)
    assert.equal(decodeURI(headers.location ?? ''), '/العقود-الجديدة')
  })

  test('tells with the page of 410, in the language of the visitor, what is gone', async () => {
    await add('/retirada', null)
    const reply = await app.send('/es/retirada')
    assert.equal(reply.status, 410)
    assert.match(reply.text, /<html[^>]* lang="es"/)
    assert.match(reply.headers['content-type'] ?? '', /text\/html/)
    assert.equal((await app.send('/es/retirada', { method: 'HEAD' })).status, 410)
    assert.match((await app.send('/ar/retirada')).text, /<html[^>]* lang="ar"/)
  })

  test('of a document that is not there leads on, of a personal link never', async () => {
    await add('/docs/retirado', '/docs')
    assert.deepEqual(led(await app.send('/es/docs/retirado')), [301, '/es/docs'])
    const reply = await post({ from: '/preview/abc', to: '/docs' })
    assert.equal(reply.status, 422)
    assert.deepEqual(fieldsOf(reply), ['from'])
  })

  test('is refused with a sentence where it would shadow something or deceive', async () => {
    const refused: [from: string, to: string | null, field: string][] = [
      ['/', '/docs', 'from'],
      ['/es/', '/docs', 'from'],
      ['/es', '/docs', 'from'],
      ['/docs', '/about', 'from'],
      ['/ar/docs/', '/about', 'from'],
      ['/%64ocs', '/about', 'from'],
      ['/sitemap.xml', '/docs', 'from'],
      ['/robots.txt', '/docs', 'from'],
      ['/favicon.ico', '/docs', 'from'],
      ['/api', '/docs', 'from'],
      ['/api/x', '/docs', 'from'],
      ['/API/x', '/docs', 'from'],
      ['/admin', '/docs', 'from'],
      ['/admin/x', '/docs', 'from'],
      ['/assets/x.js', '/docs', 'from'],
      ['/files/x.pdf', '/docs', 'from'],
      ['/.well-known/x', '/docs', 'from'],
      ['/credentials/x.json', '/docs', 'from'],
      ['/es/activate-signature/x', '/docs', 'from'],
      ['//evil.example', '/docs', 'from'],
      ['/a#b', '/docs', 'from'],
      ['/a', '//evil.example', 'to'],
      ['/a', '/\\evil.example', 'to'],
      ['/a', 'javascript:alert(1)', 'to'],
      ['/a', 'http://other.example/', 'to'],
      ['/a', '/b\r\nSet-Cookie: a=b', 'to'],
      ['/a', '/a/', 'to'],
      ['/a', '', 'to'],
    ]
    for (const [from, to, field] of refused) {
      const reply = await post({ from, to })
      assert.equal(reply.status, 422, `${from} ${to}`)
      assert.deepEqual(fieldsOf(reply), [field], `${from} ${to}`)
    }
    const gone = await editor(path, { json: { from: '/a', to: '/docs', kind: 410 } })
    assert.deepEqual(fieldsOf(gone), ['to'])
    assert.equal((await editor(path, { json: { from: '/a', to: '/docs', kind: 302 } })).status, 422)
    assert.deepEqual(await list(), [])
  })

  test('is there once for each spelling of an address', async () => {
    await add('/café', '/docs')
    for (const from of ['/caf%C3%A9/', '/cafe\u0301']) {
      const reply = await post({ from, to: '/about' })
      assert.deepEqual(fieldsOf(reply), ['from'])
    }
    await add('/es/café', '/about')
    assert.deepEqual(led(await app.send('/es/caf%C3%A9')), [301, '/es/about'])
    assert.deepEqual(led(await app.send('/en/caf%C3%A9')), [301, '/en/docs'])
  })

  test('makes no circle, also not with a change or when it is put back', async () => {
    const first = await add('/a', '/es/b')
    assert.deepEqual(fieldsOf(await post({ from: '/b', to: '/ar/a' })), ['to'])
    const second = await add('/b', '/docs')
    const reply = await editor(`${path}/${second.id}`, { method: 'PUT', json: { from: '/b', to: '/a' } })
    assert.deepEqual(fieldsOf(reply), ['to'])
    await editor(`${path}/${first.id}`, { method: 'DELETE' })
    await editor(`${path}/${second.id}`, { method: 'PUT', json: { from: '/b', to: '/a' } })
    assert.equal((await editor(`${path}/${first.id}/restore`, { method: 'POST' })).status, 422)
  })

  test('makes no circle when two are added at once in two processes', async () => {
    const others = await other.signInAs('editor')
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all([
        editor(path, { json: { from: `/x${round}`, to: `/es/y${round}` } }),
        others(path, { json: { from: `/y${round}`, to: `/x${round}` } }),
      ])
      assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 422])
    }
  })

  test('is there once when it is added many times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => post({ from: '/same', to: '/docs' })))
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 422, 422, 422, 422, 422])
  })

  test('to another one leads to the end in one go, and says so', async () => {
    await add('/c', '/docs')
    const chained = await add('/a', '/c')
    assert.deepEqual(chained.warnings, ['chain'])
    assert.equal(chained.leads_to, '/docs')
    assert.deepEqual(led(await app.send('/es/a')), [301, '/es/docs'])
    assert.deepEqual((await add('/d', '/nowhere')).warnings, ['target_missing'])
    assert.deepEqual((await add('/e', 'https://elsewhere.example/x')).warnings, [])
  })

  test('is checked before it is added, with sentences in the language of the reader', async () => {
    await add('/a', '/b')
    const headers = { 'accept-language': 'de' }
    const check = async (json: object) =>
      (await editor(`${path}/check`, { json, headers })).read(RedirectCheck)
    const { errors } = await check({ from: '/b', to: '/a' })
    assert.deepEqual(errors, [{ field: 'to', message: 'So würden Besucher im Kreis geschickt.' }])
    assert.deepEqual(await check({ from: '/b', to: '/docs' }), { errors: [], warnings: [], leads_to: null })
    assert.equal((await check({ from: '/c', to: '/a' })).leads_to, '/b')
    assert.equal((await list()).length, 1)
  })
})

describe('a document', () => {
  test('that comes to life at a redirected address is shown, and ends the chains that lead there', async () => {
    const stand = await add('/docs/guia-viva', '/about')
    await add('/to-document', '/docs/guia-viva')
    assert.deepEqual(led(await app.send('/to-document')), [301, '/about'])
    const library = await openLibrary(app)
    const { id } = await addToLibrary(editor, { title: 'Guía viva' })
    await library.process()
    const published = await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
    assert.equal(published.status, 200, published.text)
    await library.close()
    assert.equal((await app.send('/es/docs/guia-viva')).status, 200)
    assert.deepEqual(led(await app.send('/es/to-document')), [301, '/es/docs/guia-viva'])
    const shown = (await list()).find((one) => one.id === stand.id)
    assert.deepEqual(shown?.warnings, ['covered'])
    assert.deepEqual(fieldsOf(await post({ from: '/es/docs/guia-viva', to: '/about' })), ['from'])
    await editor(`/api/documents/${id}/unpublish`, { method: 'POST' })
    assert.deepEqual(led(await app.send('/es/docs/guia-viva')), [301, '/es/about'])
  })
})

describe('without the table', () => {
  test('visitors still read that there is nothing', async () => {
    await app.pool.query('ALTER TABLE redirects RENAME TO hidden')
    // Any change that is published makes the processes read the redirects again.
    const change = await (await app.signIn())('/api/settings', {
      method: 'PATCH',
      json: { changes: [{ key: 'siteName', value: 'Firmeza', version: 0 }] },
    })
    assert.equal(change.status, 200, change.text)
    const { status, headers } = await app.send('/es/nothing-here')
    await app.pool.query('ALTER TABLE hidden RENAME TO redirects')
    assert.equal(status, 404)
    assert.match(headers['content-type'] ?? '', /text\/html/)
  })
})

describe('the list of redirects', () => {
  test('is found in by address, target and note, also in percent-encoding', async () => {
    await add('/العقود', '/docs')
    await editor(path, { json: { from: '/b_c', to: '/about', note: 'Campaña 100%' } })
    const search = async (text: string) =>
      (await editor(`${path}?search=${encodeURIComponent(text)}`))
        .read(z.array(Redirect))
        .map(({ from }) => from)
    assert.deepEqual(await search('عقو'), ['/العقود'])
    assert.deepEqual(await search('/%D8%A7%D9%84%D8%B9'), ['/العقود'])
    assert.deepEqual(await search('campaña 100%'), ['/b_c'])
    assert.deepEqual(await search('_'), ['/b_c'])
    assert.deepEqual(await search('ABOUT'), ['/b_c'])
    const page = await editor(`${path}?limit=1`)
    assert.equal(page.headers['x-total-count'], '2')
    assert.match(String(page.headers.link), /rel="next"/)
  })

  test('counts hits without losing any, and keeps them when a redirect is put back', async () => {
    const { id } = await add('/counted', '/docs')
    const counter = createHitCounter({ db: app.db, clock: app.clock })
    const second = createHitCounter({ db: other.db, clock: app.clock })
    for (let round = 0; round < 50; round++) {
      counter.count(id)
      second.count(id)
      await Promise.all([counter.store(), second.store()])
    }
    await editor(`${path}/${id}`, { method: 'DELETE' })
    const { hits, last_hit_at: last } = (await editor(`${path}/${id}/restore`, { method: 'POST' })).read(
      Redirect,
    )
    assert.equal(hits, 100)
    assert.equal(last, app.clock.now().toISOString())
    const { rows } = await app.pool.query('SELECT 1 FROM audit_queue')
    counter.count(id)
    await counter.store()
    assert.equal((await app.pool.query('SELECT 1 FROM audit_queue')).rows.length, rows.length)
  })

  test('tells where an address leads', async () => {
    await add('/a', '/b')
    await add('/b', '/docs')
    await add('/gone', null)
    const tried = async (address: string) =>
      (await editor(`${path}/try?address=${encodeURIComponent(address)}`)).read(TriedAddress)
    assert.deepEqual(await tried('/es/a/?x=1#y'), {
      ...{ address: '/es/a?x=1', outcome: 'redirect', kind: 301, to: '/es/docs?x=1' },
      via: ['/a', '/b'],
    })
    assert.equal((await tried('/gone')).outcome, 'gone')
    assert.equal((await tried('/es/docs')).outcome, 'page')
    assert.equal((await tried('/nothing')).outcome, 'missing')
    assert.equal((await tried('/preview/x')).outcome, 'reserved')
    assert.equal((await tried('https://elsewhere.example/')).outcome, 'invalid')
  })

  test('forgets for good after a day what was removed', async () => {
    const { id } = await add('/removed', '/docs')
    await editor(`${path}/${id}`, { method: 'DELETE' })
    const job = forgetRedirectsJob({ db: app.db, clock: app.clock })
    app.clock.advance(day / 2)
    await job.work({})
    assert.equal((await editor(`${path}/${id}/restore`, { method: 'POST' })).status, 200)
    await editor(`${path}/${id}`, { method: 'DELETE' })
    app.clock.advance(day + 1)
    await job.work({})
    editor = await app.signInAs('editor')
    assert.equal((await editor(`${path}/${id}/restore`, { method: 'POST' })).status, 404)
  })

  test('is changed by editors, and looked at by all of the team', async () => {
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer(path)).status, 200)
    assert.equal((await viewer(path, { json: { from: '/a', to: '/docs' } })).status, 403)
    assert.equal((await app.send(path)).status, 401)
  })
})
