import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { eq } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { languages } from '#shared/languages.ts'
import { awardBadge, insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import type { Send } from '../../../test/support/http-client.ts'

let app: TestApp
let admin: Send
let lead: string
let id: string

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  lead = (await insertLeads(app, 1))[0] ?? ''
  await rename('Nuria Ñíguez')
  id = (await awardBadge(admin, lead)).id
})
after(() => app.close())

const rename = (name: string) => app.db.update(earlyAdopters).set({ name }).where(eq(earlyAdopters.id, lead))
const open = async (path: string, headers = {}) => {
  const reply = await app.send(path, { headers })
  return { ...reply, page: load(reply.text) }
}

describe('the page of an award', () => {
  test('shows who earned what, in every language and writing direction', async () => {
    for (const language of languages) {
      const { status, page } = await open(`/${language}/badges/${id}`)
      assert.equal(status, 200)
      assert.equal(page('html').attr('lang'), language)
      assert.equal(page('html').attr('dir'), language === 'ar' ? 'rtl' : 'ltr')
      assert.equal(page('h1').length, 1)
      assert.match(page('.certificate').text(), /Nuria Ñíguez/)
      assert.match(page('title').text(), /Nuria Ñíguez.* · Firmeza$/)
      assert.doesNotMatch(page('body').text(), /badge-page|\{\{|undefined/)
    }
    const bare = await open(`/badges/${id}`, { 'accept-language': 'it' })
    assert.equal(bare.page('html').attr('lang'), 'it')
  })

  test('is for those who have its link: not cached or indexed, but with a share picture', async () => {
    const { headers, page } = await open(`/es/badges/${id}`)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(String(headers['x-robots-tag']), /noindex/)
    assert.equal(page('meta[name=robots]').attr('content'), 'noindex')
    assert.equal(page('link[rel=canonical]').length, 0)
    const picture = page('meta[property="og:image"]').attr('content') ?? ''
    assert.match(picture, new RegExp(`/es/badges/${id}/card\\.png$`))
    assert.match(page('meta[property="og:url"]').attr('content') ?? '', new RegExp(`/es/badges/${id}$`))
    const card = await app.send(new URL(picture).pathname)
    assert.equal(card.status, 200)
    assert.equal(card.headers['content-type'], 'image/png')
    assert.equal(card.headers['cache-control'], 'no-store')
  })

  test('links to LinkedIn with its form filled in, and to every format of the badge', async () => {
    const { page } = await open(`/es/badges/${id}`)
    const links = page('.deeds a')
      .get()
      .map((link) => page(link).attr('href') ?? '')
    const added = new URL(links.find((link) => link.includes('linkedin.com')) ?? '')
    assert.equal(added.searchParams.get('name'), 'Pionero')
    assert.equal(added.searchParams.get('organizationName'), 'Firmeza')
    assert.match(added.searchParams.get('certUrl') ?? '', new RegExp(`/es/badges/${id}$`))
    for (const path of links.filter((link) => link.startsWith('/'))) {
      assert.equal((await app.send(path)).status, 200, path)
    }
  })

  test('escapes a hostile name', async () => {
    await rename('"><script>alert(1)</script>‮=HYPERLINK("x")</title>')
    const { text, page } = await open(`/es/badges/${id}`)
    assert.ok(!text.includes('<script>alert'))
    // A forced text direction ends with the name.
    assert.equal(page('.holder bdi').text(), '"><script>alert(1)</script>‮=HYPERLINK("x")</title>')
    assert.equal((await app.send(`/ar/badges/${id}/card.png`)).status, 200)
    await rename('Nuria Ñíguez')
  })

  test('is not found for an unknown award', async () => {
    const stranger = '00000000-0000-4000-8000-000000000000'
    for (const path of [stranger, 'x', `${id}x`, '%00', `${id}/x`, `${stranger}/card.png`, 'x/card.png']) {
      assert.equal((await app.send(`/es/badges/${path}`)).status, 404, path)
    }
  })

  test('shows that it was revoked and why, without the links for sharing', async () => {
    const { id: other } = await awardBadge(admin, lead, 'visionary')
    await admin(`/api/badges/${other}/revoke`, { json: { reason: 'Se concedió <b>por error</b>.' } })
    const { status, page } = await open(`/es/badges/${other}`)
    assert.equal(status, 200)
    assert.match(page('.revocation').text(), /Se concedió <b>por error<\/b>\./)
    assert.equal(page('a[href*="linkedin.com"]').length, 0)
  })

  test('is gone once its holder is erased', async () => {
    await app.db.delete(earlyAdopters).where(eq(earlyAdopters.id, lead))
    for (const path of [`/es/badges/${id}`, `/badges/${id}`, `/es/badges/${id}/card.png`]) {
      const { status, text } = await open(path)
      assert.equal(status, 410, path)
      assert.doesNotMatch(text, /Nuria/)
    }
  })
})

test('requests for pages of awards are rate limited', async () => {
  const rationed = await startTestApp({ env: { API_RATE_LIMIT: '3' } })
  const path = '/es/badges/00000000-0000-4000-8000-000000000000'
  const statuses: number[] = []
  for (let ask = 0; ask < 5; ask++) statuses.push((await rationed.send(path)).status)
  assert.deepEqual(statuses, [404, 404, 404, 429, 429])
  await rationed.close()
})

describe('the cards of awards', () => {
  test('are drawn one by one for sixty concurrent requests, and none fails', async () => {
    const ids: string[] = []
    for (const holder of await insertLeads(app, 6)) ids.push((await awardBadge(admin, holder)).id)
    const paths = ids.flatMap((award) => languages.map((language) => `/${language}/badges/${award}/card.png`))
    assert.equal(paths.length, 60)
    const replies = await Promise.all(paths.map((path) => app.send(path)))
    for (const { status, headers } of replies) {
      if (status === 200) assert.equal(headers['content-type'], 'image/png')
      else assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true])
    }
    assert.ok(replies.filter(({ status }) => status === 200).length >= 20)
  })

  test('are drawn once for many requests, again when they change, and removed with their holder', async () => {
    const [holder = ''] = await insertLeads(app, 1)
    const award = (await awardBadge(admin, holder)).id
    const path = `/es/badges/${award}/card.png`
    const listStored = () =>
      readdirSync(join(app.dataDir, 'files/badge-cards')).filter((name) => name.includes(award))
    const askOften = async () => {
      const replies = await Promise.all(Array.from({ length: 60 }, () => app.send(path)))
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
      const pictures = new Set(replies.map(({ bytes }) => bytes.toString('base64')))
      assert.equal(pictures.size, 1)
      return [...pictures][0]
    }
    const first = await askOften()
    const [stored] = listStored()
    // If it had been drawn again, its file would be newer.
    const { mtimeMs } = statSync(join(app.dataDir, 'files/badge-cards', stored ?? ''))
    assert.equal(await askOften(), first)
    assert.equal(statSync(join(app.dataDir, 'files/badge-cards', stored ?? '')).mtimeMs, mtimeMs)
    await admin(`/api/badges/${award}/revoke`, { json: { reason: 'Por error.' } })
    assert.notEqual(await askOften(), first)
    assert.equal(listStored().length, 1)
    const erased = await admin('/api/early-adopters/erase', { json: { ids: [holder] } })
    assert.equal(erased.status, 200, erased.text)
    assert.deepEqual(listStored(), [])
    assert.equal((await app.send(path)).status, 410)
  })
})
