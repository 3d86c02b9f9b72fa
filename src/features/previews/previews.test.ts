import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { z } from 'zod'
import { contentKeys } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import { getPageOfText } from '#site/routes.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { hours } from '../../../test/support/clock.ts'
import { type Editor, openEditor } from '../../../test/support/content/editor.ts'
import { draftOf } from '../../../test/support/factories.ts'
import { publicPages } from '../../../test/support/public-pages.ts'
import { PreviewLink, previewHourChoices, SearchResult, SharedPreview } from './contract.ts'
import { deletePreviewsJob } from './jobs.ts'
import { createPreviews } from './service.ts'

let app: TestApp
let editor: Editor
before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
})
after(() => app?.close())

type Draft = Parameters<typeof draftOf>[0] & { replaces?: string; valid_hours?: number }

async function preview(changes: Draft = {}, send = editor.send) {
  const { version: _version, published: _published, ...draft } = draftOf(changes)
  const reply = await send('/api/content/preview', { json: { ...draft, ...changes } })
  assert.equal(reply.status, 201, reply.text)
  const { url, expires_at } = reply.read(PreviewLink)
  return { url, expiresAt: expires_at, path: new URL(url).pathname, anchor: new URL(url).hash.slice(1) }
}

describe('a preview', () => {
  test('is the real page with the unsaved text in place of the published one', async () => {
    const saved = await editor.save({ key: 'home-hero', content: '<h1>Publicado arriba</h1>' })
    await editor.publish(saved.id)
    const other = await editor.save({ key: 'home-cases', content: '<p>Publicado en casos</p>' })
    await editor.publish(other.id)
    const { path } = await preview({ key: 'home-hero', content: '<h1>Sin guardar</h1><p>Cuerpo nuevo</p>' })
    const { status, text } = await app.send(path)
    assert.equal(status, 200)
    const page = load(text)
    assert.equal(page('h1').text(), 'Sin guardar')
    assert.match(page('main').text(), /Publicado en casos/)
    assert.doesNotMatch(page('main').text(), /Publicado arriba/)
    assert.equal(load((await app.send('/es/')).text)('h1').text(), 'Publicado arriba')
    await editor.clear()
  })

  test('shows each of the eleven texts where its link leads, in every language', async () => {
    for (const [index, key] of contentKeys.entries()) {
      const language = languages[index % languages.length] ?? 'es'
      const { path, anchor } = await preview({ key, language, content: `<p>Marca de ${key}</p>` })
      const page = load((await app.send(path)).text)
      assert.equal(page('html').attr('lang'), language)
      assert.equal(page('html').attr('dir'), language === 'ar' ? 'rtl' : 'ltr')
      assert.match(page(`#${anchor}`).text(), new RegExp(`Marca de ${key}`), key)
      const [published] = page('header a.logo').get()
      assert.ok(published)
    }
  })

  test('has a bar above the page with the text’s name and the expiry, in the language of the page', async () => {
    const { path, expiresAt } = await preview({ key: 'about-team', language: 'de' })
    const page = load((await app.send(path)).text)
    const bar = page('aside.preview-bar')
    assert.match(bar.text(), /Vorschau/)
    assert.match(bar.text(), /Team/)
    assert.equal(bar.find('time').attr('datetime'), expiresAt)
    assert.equal(Date.parse(expiresAt) - app.clock.now().getTime(), 2 * hours)
  })

  test('of a blank text shows the built-in text', async () => {
    for (const key of contentKeys) {
      const { path } = await preview({ key, content: '<p> &nbsp;</p>', seo_title: 'Solo el título' })
      const page = load((await app.send(path)).text)
      const { path: where, reads } = getPageOfText(key)
      const builtIn = load((await app.send(`/es${where}`)).text)
      builtIn('#registration').remove()
      page('#registration').remove()
      assert.equal(page('main').text(), builtIn('main').text(), key)
      assert.equal(page('title').text().includes('Solo el título'), reads[0] === key, key)
    }
  })

  test('is for editors to make and for anyone with the link to see', async () => {
    const { version: _v, published: _p, ...json } = draftOf()
    assert.equal((await app.send('/api/content/preview', { json })).status, 401)
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer('/api/content/preview', { json })).status, 403)
    const wrong = await editor.send('/api/content/preview', { json: { ...json, seo_title: 'a'.repeat(61) } })
    assert.deepEqual(
      wrong.problem().errors?.map(({ field }) => field),
      ['seo_title'],
    )
  })
})

describe('an isolated preview', () => {
  test('is not cached, indexed or counted, sends no referrer, and can be framed by the site only', async () => {
    const { path } = await preview()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers, status } = await app.send(path, { headers: { 'accept-encoding': encoding } })
      assert.equal(status, 200)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-frame-options'], 'SAMEORIGIN')
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'.*script-src 'none'.*style-src 'self' 'sha256-/)
      assert.match(policy, /frame-ancestors 'self'/)
      assert.match(policy, /form-action 'none'/)
    }
    const page = load((await app.send(path)).text)
    assert.equal(page('meta[name=robots]').attr('content'), 'noindex')
    for (const absent of [
      '[rel=canonical]',
      '[rel=alternate]',
      '[property^="og:"]',
      '[name^="twitter:"]',
      '[type="application/ld+json"]',
      '[type=speculationrules]',
      '[data-island]',
      'script',
    ])
      assert.equal(page(absent).length, 0, absent)
    assert.equal(page('#registration').attr('inert'), '')
    for (const link of page('a').get()) {
      const href = page(link).attr('href') ?? ''
      if (!href.startsWith('#')) assert.equal(page(link).attr('target'), '_blank', href)
    }
    const { headers } = await app.send('/es/')
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal(headers['x-frame-options'], 'DENY')
  })

  test('is not counted by a Google tag either', async (context) => {
    const tagged = await startTestApp({ env: { GOOGLE_TAG_ID: 'G-TESTTEST00' } })
    context.after(() => tagged.close())
    const { url } = await preview({}, (await openEditor(tagged)).send)
    const { text, headers } = await tagged.send(new URL(url).pathname)
    assert.ok(!/G-TESTTEST00|consent-/.test(text))
    assert.doesNotMatch(String(headers['content-security-policy']), /google/)
  })

  test('does not show its text at any other address', async () => {
    const marker = 'Fuga9281'
    const texts = {
      content: `<p>${marker}</p>`,
      seo_title: marker,
      seo_description: marker,
      seo_keywords: marker,
    }
    for (const key of contentKeys) await app.send((await preview({ key, ...texts })).path)
    const paths = [
      ...publicPages.flatMap(({ path }) => [path, `/es${path}`, `/es${path}?segment=business`]),
      ...contentKeys.flatMap((key) => [
        `/api/content/${key}?language=es`,
        `/api/content/${key}?language=es&version=1`,
        `/api/content/${key}/all?language=es`,
        `/api/content/${key}/built-in?language=es`,
      ]),
      ...['/api/content', '/api/content/preview', '/preview', '/preview/', '/sitemap.xml', '/robots.txt'],
      ...['/lang/es.json', '/api/openapi.json', '/es/manifest.webmanifest', '/api/doc/files?language=es'],
    ]
    const viewer = await app.signInAs('viewer')
    for (const path of paths) {
      for (const send of [app.send, viewer]) {
        const { text, headers } = await send(path)
        assert.ok(!`${text}${JSON.stringify(headers)}`.includes(marker), path)
      }
    }
    const { headers } = await app.send('/sitemap.xml')
    assert.ok(!(await app.send('/sitemap.xml')).text.includes('preview'))
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
  })

  test('has a share picture of its own, which does not replace the published one', async () => {
    const published = await app.send('/es/')
    const picture = new URL(load(published.text)('[property="og:image"]').attr('content') ?? '').pathname
    const before = await app.send(picture)
    assert.equal(before.status, 200)
    const { path } = await preview({ seo_title: 'Otro título, sin publicar', seo_description: 'Otra' })
    const card = await app.send(`${path}/card.png`)
    assert.equal(card.headers['content-type'], 'image/png')
    assert.equal(card.headers['cache-control'], 'no-store')
    assert.ok(!card.bytes.equals(before.bytes))
    assert.ok((await app.send(picture)).bytes.equals(before.bytes))
    assert.equal((await app.send('/preview/nobody/card.png')).status, 404)
  })
})

describe('the link', () => {
  test('is unguessable, and only its hash is stored', async () => {
    const { path } = await preview()
    const [, token = ''] = /^\/preview\/([\w-]{43})$/.exec(path) ?? []
    assert.notEqual(token, '')
    const { rows } = await app.pool.query('SELECT * FROM previews')
    assert.ok(!JSON.stringify(rows).includes(token))
    const hash = createHash('sha256').update(token).digest('base64url')
    assert.ok(rows.some(({ token_hash }) => token_hash === hash))
    for (const wrong of [`${token}x`, token.slice(1), hash, 'x', '%00', 'x'.repeat(300)])
      assert.equal((await app.send(`/preview/${wrong}`)).status, 404, wrong)
  })

  test('expires after two hours, and is deleted by the job of the second night', async () => {
    const { path } = await preview()
    app.clock.advance(2 * hours - 1)
    assert.equal((await app.send(path)).status, 200)
    app.clock.advance(1)
    const expired = await app.send(path, { headers: { 'accept-language': 'fr' } })
    assert.equal(expired.status, 410)
    assert.equal(expired.headers['cache-control'], 'no-store')
    assert.equal(expired.headers['x-robots-tag'], 'noindex')
    assert.match(load(expired.text)('h1').text(), /aperçu/)
    assert.equal((await app.send(`${path}/card.png`)).status, 410)
    const job = deletePreviewsJob(
      createPreviews({
        ...{ db: app.db, clock: app.clock, publicUrl: '', siteName: () => '' },
        describeSearchResult: () => ({ title: '', description: '' }),
        publishedTexts: async () => ({}),
        sanitize: async (html) => html,
        pageOf: getPageOfText,
      }),
    )
    await job.work({})
    assert.equal((await app.send(path)).status, 410)
    app.clock.advance(25 * hours)
    await job.work({})
    assert.equal((await app.send(path)).status, 404)
    const { rows } = await app.pool.query('SELECT count(*)::int AS count FROM previews')
    assert.deepEqual(rows, [{ count: 0 }])
  })

  test('ends with the user who made it, and when its maker replaces it', async () => {
    const maker = (await openEditor(app)).send
    const first = await preview({}, maker)
    const second = await preview({ replaces: first.url }, maker)
    assert.equal((await app.send(first.path)).status, 404)
    assert.equal((await app.send(second.path)).status, 200)
    const others = await preview({ replaces: second.url })
    assert.equal((await app.send(second.path)).status, 200)
    const { rows } = await app.pool.query(
      'SELECT author_id FROM previews ORDER BY created_at, id = (SELECT id FROM previews LIMIT 1)',
    )
    const hash = createHash('sha256').update(second.path.slice('/preview/'.length)).digest('base64url')
    await app.pool.query(
      'DELETE FROM users WHERE id = (SELECT author_id FROM previews WHERE token_hash = $1)',
      [hash],
    )
    assert.ok(rows.length >= 2)
    assert.equal((await app.send(second.path)).status, 404)
    assert.equal((await app.send(others.path)).status, 200)
  })

  test('is rate limited like the API, including guesses', async (context) => {
    const rationed = await startTestApp({ env: { API_RATE_LIMIT: '5' } })
    context.after(() => rationed.close())
    const statuses: number[] = []
    for (let number = 0; number < 7; number++)
      statuses.push((await rationed.send(`/preview/guess${number}`)).status)
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429, 429])
  })
})

describe('a link that is handed out', () => {
  const list = async (key = 'home-why', send = editor.send) =>
    (await send(`/api/content/${key}/previews?language=es`)).read(z.array(SharedPreview))
  const revoke = (id: string, send = editor.send) => send(`/api/content/previews/${id}`, { method: 'DELETE' })
  const share = (changes: Draft = {}, send = editor.send) =>
    preview({ key: 'home-why', valid_hours: 720, ...changes }, send)

  test('works for as long as its maker has chosen, between two hours and 30 days', async () => {
    for (const valid_hours of previewHourChoices) {
      const { expiresAt } = await share({ key: 'home-cases', valid_hours })
      assert.equal(Date.parse(expiresAt) - app.clock.now().getTime(), valid_hours * hours)
    }
    const { version: _v, published: _p, ...json } = draftOf()
    for (const valid_hours of [0, 1, 1.5, 721, -2, '24', null]) {
      const refused = await editor.send('/api/content/preview', { json: { ...json, valid_hours } })
      assert.equal(refused.status, 422, String(valid_hours))
      assert.deepEqual(
        refused.problem().errors?.map(({ field }) => field),
        ['valid_hours'],
      )
    }
  })

  test('is listed with its maker and its time while it works, without its address; the editor’s own is not', async () => {
    const maker = await app.signInAs('admin')
    await preview({ key: 'home-why' }, maker)
    const long = await share({}, maker)
    app.clock.advance(1000)
    const short = await share({ valid_hours: 2 })
    const listed = await list()
    assert.deepEqual(
      listed.map(({ expires_at }) => expires_at),
      [short.expiresAt, long.expiresAt],
    )
    assert.deepEqual(
      listed.map(({ created_by }) => created_by),
      ['editor', 'admin'],
    )
    assert.ok(!JSON.stringify(listed).includes(long.path.slice('/preview/'.length)))
    assert.deepEqual(await list('home-hero'), [])
    app.clock.advance(2 * hours)
    assert.equal((await list()).length, 1)
    assert.equal((await app.send(long.path)).status, 200)
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer('/api/content/home-why/previews?language=es')).status, 403)
    assert.equal((await revoke(listed[1]?.id ?? '', viewer)).status, 403)
  })

  test('is not replaced by what its maker writes next', async () => {
    const shared = await share()
    const next = await preview({ key: 'home-why', replaces: shared.url })
    assert.equal((await app.send(shared.path)).status, 200)
    assert.equal((await app.send(next.path)).status, 200)
  })

  test('can be revoked by every editor, and then says so in the language of whoever opens it', async () => {
    app.clock.advance(1000)
    const { path } = await share()
    const [newest] = await list()
    const colleague = (await openEditor(app)).send
    assert.equal((await revoke(newest?.id ?? '', colleague)).status, 204)
    for (const [language, words] of [
      ['it', /anteprima/],
      ['de', /Vorschau/],
    ] as const) {
      const ended = await app.send(path, { headers: { 'accept-language': language } })
      assert.equal(ended.status, 410)
      assert.match(load(ended.text)('h1').text(), words)
    }
    assert.equal((await app.send(`${path}/card.png`)).status, 410)
    assert.ok((await list()).every(({ id }) => id !== newest?.id))
    assert.equal((await revoke(newest?.id ?? '')).status, 404)
    assert.equal((await revoke('00000000-0000-4000-8000-000000000000')).status, 404)
  })
})

const hostileHtml = [
  '<p>a</p><script>alert(1)</script><ScRiPt src=//x></sCrIpT>',
  '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>a</p><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><embed src=x>a',
  '<svg onload=alert(1)><script>alert(1)</script></svg><p style="background:url(javascript:alert(1))">b</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>c',
  '<a href=" jAvA\tscript\n:alert(1)">a</a><a href="&#106;avascript:alert(1)">b</a><a href="data:text/html,x">c</a>',
  '<form action="https://evil.example"><input name="a" autofocus onfocus=alert(1)></form>d',
  '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=x">e',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">f</noscript>',
  '<a href="#x" target="_self" onclick="alert(1)">g</a><p>" onmouseover="alert(1)</p>',
]

test('a hostile text is sanitised in a preview as when it is saved', async () => {
  for (const html of hostileHtml) {
    const { path } = await preview({ key: 'home-community', content: html })
    const page = load((await app.send(path)).text)
    const prose = page('#community .prose')
    assert.equal(prose.find('script,iframe,object,embed,svg,math,style,form,input,base,meta').length, 0, html)
    for (const element of prose.find('*').get()) {
      for (const [name, value] of Object.entries(page(element).attr() ?? {})) {
        assert.doesNotMatch(name, /^on|^srcdoc$/i, html)
        assert.doesNotMatch(value, /^\s*(javascript|data|vbscript):/i, html)
      }
    }
  }
})

describe('the search result of a page', () => {
  const find = async (key: string, language = 'es') =>
    (await editor.send(`/api/content/${key}/search-result?language=${language}`)).read(SearchResult)

  test('is the built-in metadata, for the text whose search fields the page uses', async () => {
    const result = await find('home-hero')
    const page = load((await app.send('/es/')).text)
    assert.equal(result.source, 'home-hero')
    assert.equal(result.title, page('title').text())
    assert.equal(result.description, page('[name=description]').attr('content'))
    assert.equal(result.url, page('[rel=canonical]').attr('href'))
    assert.equal((await app.send('/api/content/home-hero/search-result?language=es')).status, 401)
  })

  test('is that of another published text, for a text whose search fields the page does not use', async () => {
    const saved = await editor.save({ key: 'about-mission', language: 'ar', seo_title: 'عنوان منشور' })
    assert.notEqual((await find('about-team', 'ar')).title, 'عنوان منشور')
    await editor.publish(saved.id)
    assert.equal((await find('about-team', 'ar')).title, 'عنوان منشور')
    assert.equal((await find('about-team', 'ar')).source, 'about-mission')
    assert.notEqual((await find('about-mission', 'ar')).title, 'عنوان منشور')
    await editor.clear()
  })
})
