import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { load } from 'cheerio'
import { z } from 'zod'
import { Lead } from '#features/early-adopters/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import { badValues } from '../../../test/support/hostile/hostile-values.ts'
import type { Reply, Send } from '../../../test/support/http-client.ts'
import { Setting, SettingRevision } from './contract.ts'

const path = '/api/settings'
const t = (await loadCatalogues()).translator('es')
let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({
    env: { COMPANY_ADDRESS: 'Calle Mayor 1', API_RATE_LIMIT: '', TRUST_PROXY: 'loopback' },
  })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM login_attempts')
  admin = await app.signIn()
  const changed = (await list()).filter(({ source }) => source === 'stored')
  if (changed.length > 0) await change(Object.fromEntries(changed.map(({ key }) => [key, null])))
})
after(() => app.close())

const read = (reply: Reply) => reply.read(z.array(Setting))
const list = async (send = admin) => read(await send(path))
const history = async (query = '') => (await admin(`${path}/changes${query}`)).read(z.array(SettingRevision))

async function find(key: string): Promise<Setting> {
  const found = (await list()).find((setting) => setting.key === key)
  assert.ok(found, key)
  return found
}

/** Changes settings from what they are now. */
async function tryChange(values: Record<string, unknown>, reason?: string, send = admin): Promise<Reply> {
  const versions = new Map((await list()).map(({ key, version }) => [key, version]))
  const changes = Object.entries(values).map(([key, value]) => ({
    key,
    value,
    version: versions.get(key) ?? 0,
  }))
  return send(path, { method: 'PATCH', json: { changes, ...(reason !== undefined && { reason }) } })
}

async function change(values: Record<string, unknown>, reason?: string): Promise<Setting[]> {
  const reply = await tryChange(values, reason)
  assert.equal(reply.status, 200, reply.text)
  return read(reply)
}

const errorsOf = (reply: Reply) =>
  Object.fromEntries((reply.problem().errors ?? []).map(({ field, message }) => [field, message]))

describe('a setting', () => {
  test('has its default until it is changed, and again when that is undone', async () => {
    const { value, source, version } = await find('siteName')
    assert.deepEqual([value, source], ['Firmeza', 'default'])
    await change({ siteName: '  Notaría Digital ' }, 'Nuevo nombre')
    const changed = await find('siteName')
    assert.deepEqual(
      [changed.value, changed.source, changed.version],
      ['Notaría Digital', 'stored', version + 1],
    )
    assert.equal(changed.changed_at, app.clock.now().toISOString())
    const [newest] = await history('?key=siteName')
    assert.ok(newest?.can_undo)
    assert.equal(newest.user?.name, 'Admin')
    assert.equal(newest.reason, 'Nuevo nombre')
    assert.deepEqual(newest.changes, [
      { key: 'siteName', before: null, after: 'Notaría Digital', secret: null },
    ])
    const undone = read(await admin(`${path}/changes/${newest.id}/undo`, { method: 'POST' }))
    assert.equal(undone.find(({ key }) => key === 'siteName')?.value, 'Firmeza')
    const [undoing, undoneChange] = await history('?key=siteName')
    assert.equal(undoing?.undoes, newest.id)
    assert.equal(undoneChange?.can_undo, false)
  })

  test('that the environment fixes says so, and cannot be changed', async () => {
    const { value, source, variable } = await find('companyAddress')
    assert.deepEqual([value, source, variable], ['Calle Mayor 1', 'environment', 'COMPANY_ADDRESS'])
    const reply = await tryChange({ companyAddress: 'Otra', siteName: 'Otro' })
    assert.equal(reply.status, 409)
    assert.deepEqual(errorsOf(reply), {
      companyAddress: t('errors:fields.setting_fixed', { variable: 'COMPANY_ADDRESS' }),
    })
    assert.equal((await find('siteName')).value, 'Firmeza')
  })

  test('is read by those whom it concerns, and changed by admins', async () => {
    const editor = await app.signInAs('editor')
    const keys = (await list(editor)).map(({ key }) => key)
    assert.ok(keys.includes('googleVerification') && keys.includes('siteName'))
    assert.ok(!keys.includes('corsOrigins') && !keys.includes('adminEmail'))
    assert.equal((await tryChange({ siteName: 'Otro' }, '', editor)).status, 403)
    const shown = (await app.send(`${path}/public`)).read(z.record(z.string(), z.unknown()))
    assert.equal(shown.contactEmail, 'contact@localhost')
    assert.equal(shown.adminEmail, undefined)
    assert.equal(shown.googleVerification, undefined)
  })

  test('that somebody else has changed meanwhile is not overwritten', async () => {
    const { version } = await find('siteName')
    const from = (value: string) =>
      admin(path, { method: 'PATCH', json: { changes: [{ key: 'siteName', value, version }] } })
    const replies = await Promise.all(Array.from({ length: 8 }, (_, number) => from(`Nombre ${number}`)))
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array<number>(7).fill(409)])
    const refused = replies.find(({ status }) => status === 409)
    assert.ok(refused)
    assert.deepEqual(errorsOf(refused), { siteName: t('errors:fields.setting_stale') })
    const [newest] = await history('?key=siteName')
    assert.equal((await find('siteName')).value, newest?.changes[0]?.after)
  })

  test('cannot be undone once it was changed again', async () => {
    await change({ siteName: 'Uno' })
    const [first] = await history('?limit=1')
    await change({ siteName: 'Dos' })
    const reply = await admin(`${path}/changes/${first?.id}/undo`, { method: 'POST' })
    assert.equal(reply.status, 409)
    assert.equal((await find('siteName')).value, 'Dos')
    assert.equal((await admin(`${path}/changes/${crypto.randomUUID()}/undo`, { method: 'POST' })).status, 404)
  })

  test('that is sent as it was changes nothing', async () => {
    await change({ siteName: 'Igual' })
    const before = await history()
    await change({ siteName: 'Igual' })
    assert.deepEqual(await history(), before)
  })

  test('keeps its history when who changed it is gone', async () => {
    const other = await app.signInAs('admin')
    const reply = await tryChange({ siteName: 'Suyo' }, '', other)
    assert.equal(reply.status, 200)
    await app.pool.query(`DELETE FROM users WHERE username LIKE 'admin %'`)
    assert.equal((await history('?limit=1'))[0]?.user, null)
  })

  test('that is stored but no longer valid counts as its default', async () => {
    await change({ timeZone: 'Europe/Madrid' })
    await app.pool.query(`UPDATE settings SET value = '"Nowhere/Else"' WHERE key = 'timeZone'`)
    await change({ siteName: 'Para volver a leer' })
    assert.deepEqual([(await find('timeZone')).value, (await find('timeZone')).source], ['UTC', 'default'])
  })
})

describe('bad values', () => {
  test('of every setting are refused with a sentence at the field, and nothing is stored', async () => {
    const stored = async () =>
      (await app.pool.query(`SELECT json_agg(s ORDER BY key) AS all FROM settings s WHERE key <> 'siteName'`))
        .rows
    const before = await stored()
    let refused = 0
    for (const { key, default: usual, source, is_secret } of await list()) {
      if (source === 'environment' || key === 'siteName' || is_secret) continue
      for (const [kind, value] of Object.entries(badValues)) {
        const isSameType = typeof value === typeof usual && value !== null
        if (value === undefined || value === null || (isSameType && kind !== '10 MB')) continue
        // An empty text is no text in any language, and an empty list of origins.
        if (typeof usual === 'object' && (kind === 'object' || Array.isArray(value))) continue
        const reply = await tryChange({ siteName: 'Nunca', [key]: value })
        const what = `${key}: ${kind}: ${reply.status} ${reply.text.slice(0, 200)}`
        assert.ok([400, 413, 422].includes(reply.status), what)
        if (reply.status !== 422) continue
        refused++
        for (const [field, message] of Object.entries(errorsOf(reply))) {
          assert.match(field, new RegExp(`^(${key}\\b|changes\\.1)`), what)
          assert.match(message, /^[A-ZÁÉÍÓÚÑ].*\s/u, what)
        }
      }
    }
    assert.ok(refused > 150, `${refused} refusals`)
    assert.deepEqual(await stored(), before)
    assert.equal((await find('siteName')).value, 'Firmeza')
  })

  for (const [key, value, field = key] of [
    ['siteName', ''],
    ['siteName', 'a'.repeat(41)],
    ['siteName', 'Uno\nDos'],
    ['siteName', 'Fir\u202emeza'],
    ['siteTagline', { de: 'a'.repeat(81) }, 'siteTagline.de'],
    ['siteTagline', { xx: 'Hola' }],
    ['adminEmail', 'nadie'],
    ['defaultLanguage', 'ja'],
    ['timeZone', 'Madrid'],
    ['governingLaw', 'ZZ'],
    ['contactEmail', 'a@b@c'],
    ['socialProfiles', [{ network: 'GitHub', url: 'https://github.com/a' }], 'socialProfiles.0.network'],
    ['socialProfiles', [{ network: 'github', url: 'javascript:alert(1)' }], 'socialProfiles.0.url'],
    ['metaTitle', { es: 'a'.repeat(61) }, 'metaTitle.es'],
    ['googleVerification', '"><script>'],
    ['enableSitemap', 'true'],
    ['apiRateLimit', -1],
    ['apiRateLimit', 1.5],
    ['apiRateLimit', '10'],
    ['corsOrigins', ['https://a.example/path'], 'corsOrigins.0'],
    ['corsOrigins', ['null'], 'corsOrigins.0'],
    ['debugMode', 'yes'],
  ] as const) {
    test(`such as ${JSON.stringify(value).slice(0, 30)} for ${key}`, async () => {
      const reply = await tryChange({ [key]: value })
      assert.equal(reply.status, 422, reply.text)
      assert.deepEqual(Object.keys(errorsOf(reply)), [field])
    })
  }

  test('of the request itself are refused', async () => {
    const one = { key: 'siteName', value: 'Otro', version: 0 }
    for (const json of [
      {},
      { changes: [] },
      { changes: 'siteName' },
      { changes: [one, one] },
      { changes: Array(101).fill(one) },
      { changes: [{ ...one, version: '0' }] },
      { changes: [{ ...one, version: -1 }] },
      { changes: [{ ...one, key: 'secretKey' }] },
      { changes: [{ ...one, key: '__proto__' }] },
      { changes: [one], reason: 'a'.repeat(501) },
    ]) {
      const reply = await admin(path, { method: 'PATCH', json })
      assert.equal(reply.status, 422, `${JSON.stringify(json).slice(0, 80)} ${reply.text}`)
    }
    assert.equal((await admin(`${path}/changes?key=nothing`)).status, 422)
  })
})

const pageOf = async (address = '/es/') => load((await app.send(address)).text)

describe('a changed setting is in force on the next request', () => {
  test('the name, also one of markup, in every place that shows it', async () => {
    const name = '<script>alert(1)</script>'
    await change({ siteName: name })
    for (const language of ['es', 'ar', 'zh']) {
      for (const page of ['/', '/about', '/privacy', '/terms', '/register', '/docs', '/nothing']) {
        const { text } = await app.send(`/${language}${page}`)
        assert.doesNotMatch(text, /<script>alert/, page)
        assert.ok(load(text).text().includes(name) || load(text)('title').text().includes(name), page)
      }
    }
    const $ = await pageOf()
    assert.equal($('meta[property="og:site_name"]').attr('content'), name)
    const manifest = JSON.parse((await app.send('/es/manifest.webmanifest')).text)
    assert.equal(manifest.name, name)
    assert.equal(load((await app.send('/login')).text)('title').text(), name)
    const picture = $('meta[property="og:image"]').attr('content') ?? ''
    const card = await app.send(new URL(picture).pathname)
    assert.equal(card.status, 200)
    assert.equal(card.bytes.subarray(1, 4).toString(), 'PNG')
    const sample = JSON.parse((await app.send('/credentials/sample/es.json')).text)
    assert.equal(sample.issuer.name, name)
    const mail = await admin('/api/mail/templates/confirmation/preview?language=es', {
      json: { subject: 'Hola', preheader: '', body: '<p>De {{site}}</p>', action: '' },
    })
    assert.equal(mail.status, 200, mail.text)
    const { html } = z.object({ html: z.string() }).parse(JSON.parse(mail.text))
    assert.doesNotMatch(html, /<script/)
    assert.ok(load(html).text().includes(`De ${name}`))
  })

  test('the name, while people still read the sentence that they agreed to', async () => {
    const registered = await app.send('/api/early-adopters', { json: registrationOf() })
    assert.equal(registered.status, 201)
    const sentence = async () => {
      const [lead] = (await admin('/api/early-adopters?limit=1')).read(z.array(z.object({ id: z.uuid() })))
      return (await admin(`/api/leads/${lead?.id}`)).read(Lead).consent.sentence
    }
    const agreed = t('site:form.consent', { name: 'Firmeza' })
    assert.equal(await sentence(), agreed)
    await change({ siteName: 'Otra Casa' })
    assert.equal(await sentence(), agreed)
    assert.match((await pageOf('/es/register')).text(), /comunicaciones de Otra Casa/)
  })

  test('the tagline, in its language only', async () => {
    await change({ siteTagline: { es: 'Lo que firmas, vale', de: '' } })
    assert.equal((await pageOf())('title').text(), 'Firmeza: Lo que firmas, vale')
    assert.match((await pageOf('/es/about'))('footer').text(), /Firmeza\. Lo que firmas, vale/)
    assert.doesNotMatch((await pageOf('/de/'))('title').text(), /Lo que firmas/)
  })

  test('the language of visitors whose browser asks for none of ours', async () => {
    const ask = () => app.send('/', { headers: { 'accept-language': 'ja' } })
    assert.equal((await ask()).headers['content-language'], 'en')
    await change({ defaultLanguage: 'pt' })
    assert.equal((await ask()).headers['content-language'], 'pt')
    assert.match((await app.send('/login', { headers: { 'accept-language': 'ja' } })).text, /<html lang="pt"/)
    assert.match(
      (await app.send('/nothing', { headers: { 'accept-language': 'ja' } })).text,
      /<html lang="pt"/,
    )
  })

  test('the company, its mailboxes and its profiles', async () => {
    await change({
      ...{ companyName: 'Sociedad & Cía', companyRegister: 'none', governingLaw: 'ES' },
      ...{ contactEmail: 'hola@example.org', privacyEmail: 'datos@example.org' },
      socialProfiles: [{ network: 'github', url: 'https://github.com/example' }],
    })
    const privacy = (await pageOf('/es/privacy')).text()
    assert.match(privacy, /Sociedad & Cía/)
    assert.match(privacy, /datos@example\.org/)
    assert.equal((await pageOf())('a[href="https://github.com/example"]').length > 0, true)
    assert.match((await app.send('/.well-known/security.txt')).text, /mailto:hola@example\.org/)
  })

  test('the metadata of the first page, which a published text precedes', async () => {
    await change({
      ...{ metaTitle: { es: 'Título propio' }, metaDescription: { es: 'Descripción propia' } },
      metaKeywords: { es: 'uno, dos' },
    })
    const $ = await pageOf()
    assert.equal($('title').text(), 'Título propio')
    assert.equal($('meta[name=description]').attr('content'), 'Descripción propia')
    assert.equal($('meta[name=keywords]').attr('content'), 'uno, dos')
    assert.notEqual((await pageOf('/es/about'))('title').text(), 'Título propio')
    const result = await admin('/api/content/home-hero/search-result?language=es')
    assert.equal(JSON.parse(result.text).title, 'Título propio')
  })

  test('the codes of search engines, also pasted as a whole element', async () => {
    await change({
      googleVerification: '<meta name="google-site-verification" content="abc_DEF-123" />',
      baiduVerification: 'codeva-x1',
    })
    for (const page of ['/es/', '/ar/terms']) {
      const $ = await pageOf(page)
      assert.equal($('meta[name="google-site-verification"]').attr('content'), 'abc_DEF-123')
      assert.equal($('meta[name="baidu-site-verification"]').attr('content'), 'codeva-x1')
    }
  })

  test('the sitemap', async () => {
    assert.equal((await app.send('/sitemap.xml')).status, 200)
    await change({ enableSitemap: false })
    assert.equal((await app.send('/sitemap.xml')).status, 404)
    assert.doesNotMatch((await app.send('/robots.txt')).text, /Sitemap/)
  })

  test('the time zone of pages that show times', async () => {
    const json = { key: 'home-hero', language: 'es', content: '<h1>Hola</h1>' }
    const preview = await admin('/api/content/preview', {
      json: { ...json, seo_title: '', seo_description: '', seo_keywords: '' },
    })
    const address = new URL(z.object({ url: z.string() }).parse(JSON.parse(preview.text)).url).pathname
    assert.match((await pageOf(address))('.preview-bar').text(), /UTC/)
    await change({ timeZone: 'Asia/Tokyo' })
    assert.match((await pageOf(address))('.preview-bar').text(), /GMT\+9/)
  })
})

describe('the public API', () => {
  const openly = '/api/content/home-hero?language=es'
  const origin = 'https://app.example.org'

  test('is closed to programs by its setting, and to nobody else', async () => {
    await app.send('/api/doc/files?language=es')
    await change({ enableApi: false })
    for (const address of [
      openly,
      '/api/doc/files?language=es',
      '/api/openapi.json',
      '/api',
      `${path}/public`,
    ]) {
      const reply = await app.send(address)
      assert.equal(reply.status, 403, address)
      assert.equal(reply.problem().detail, t('errors:api_closed'))
    }
    assert.notEqual((await admin(openly)).status, 403)
    assert.equal((await admin('/api/content')).status, 200)
    assert.equal((await app.send('/es/docs')).status, 200)
    assert.equal((await app.send('/credentials/sample/es.json')).status, 200)
    assert.equal((await app.send('/.well-known/did.json')).status, 200)
    const login = await app.send('/api/auth/login', { form: { username: 'nobody', password: 'x' } })
    assert.equal(login.status, 401)
    const form = await app.send('/api/early-adopters', { json: {} })
    assert.equal(form.status, 422)
    await change({ enableApi: true })
    assert.notEqual((await app.send(openly)).status, 403)
  })

  test('counts calls of programs up to the limit, and never those of signed-in users', async () => {
    await change({ apiRateLimit: 3 })
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const ask = () => app.send('/api/doc/files?language=es', { headers })
    const statuses: number[] = []
    for (let call = 0; call < 5; call++) statuses.push((await ask()).status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    for (let call = 0; call < 5; call++) assert.equal((await admin('/api/auth/me', { headers })).status, 200)
    // Nobody is kept from signing in.
    const form = { username: 'nobody', password: 'wrong' }
    assert.equal((await app.send('/api/auth/login', { headers, form })).status, 401)
    await change({ apiRateLimit: 0 })
    assert.equal((await ask()).status, 200)
  })

  test('may be called from pages of the listed origins alone', async () => {
    const ask = (from: string, address = openly) => app.send(address, { headers: { origin: from } })
    const preflight = (from: string) =>
      app.send('/api/early-adopters', {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'POST' },
      })
    assert.equal((await ask(origin)).headers['access-control-allow-origin'], undefined)
    await change({ corsOrigins: ['HTTPS://App.Example.org:443/', 'http://localhost:5173'] })
    assert.deepEqual((await find('corsOrigins')).value, [origin, 'http://localhost:5173'])
    for (const address of [openly, '/api/doc/files?language=es', '/api/content', '/api/doc/files']) {
      for (let time = 0; time < 2; time++) {
        const { headers } = await ask(origin, address)
        assert.equal(headers['access-control-allow-origin'], origin, address)
        assert.match(headers.vary ?? '', /Origin/)
        assert.equal(headers['access-control-allow-credentials'], undefined)
      }
    }
    const allowed = await preflight(origin)
    assert.equal(allowed.status, 204)
    assert.match(allowed.headers['access-control-allow-headers'] ?? '', /Authorization/)
    for (const other of ['https://evil.example', 'https://app.example.org.evil.example', 'null']) {
      assert.equal((await ask(other)).headers['access-control-allow-origin'], undefined, other)
      assert.equal((await preflight(other)).headers['access-control-allow-origin'], undefined, other)
    }
    // Pages are for visitors, not for programs.
    assert.equal((await ask(origin, '/es/')).headers['access-control-allow-origin'], undefined)
    await change({ corsOrigins: ['*'] })
    assert.equal(
      (await ask('https://any.example')).headers['access-control-allow-origin'],
      'https://any.example',
    )
  })

  test('is debugged for an hour', async () => {
    const timing = async () => (await admin('/api/auth/me')).headers['server-timing']
    assert.equal(await timing(), undefined)
    await change({ debugMode: true })
    assert.match((await timing())?.toString() ?? '', /^total;dur=\d/)
    const { ends_at } = await find('debugMode')
    assert.equal(ends_at, new Date(app.clock.now().getTime() + 3_600_000).toISOString())
    app.clock.advance(3_600_000)
    assert.equal(await timing(), undefined)
    assert.deepEqual([(await find('debugMode')).value, (await find('debugMode')).ends_at], [false, null])
    // It can be turned on again.
    await change({ debugMode: true })
    assert.notEqual(await timing(), undefined)
  })
})
