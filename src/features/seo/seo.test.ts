import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { z } from 'zod'
import { directionOf, languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../test/support/content/editor.ts'
import { publicPages } from '../../../test/support/public-pages.ts'

const publicUrl = 'https://firmeza.example'
let product: TestApp
let editor: Editor
before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
  editor = await openEditor(product)
})
after(() => product?.close())

const send = (path: string, headers: Record<string, string> = {}) => product.send(path, { headers })

/** The address of a page's share picture, as the page says it. */
async function readPicturePath(path: string): Promise<string> {
  const { text } = await send(path)
  return load(text)('meta[property="og:image"]').attr('content')?.replace(publicUrl, '') ?? ''
}

async function readDates(): Promise<Map<string, string>> {
  const $ = load((await send('/sitemap.xml')).text, { xml: true })
  const entries = $('url').toArray()
  return new Map(
    entries.map((url) => [$(url).find('loc').text().replace(publicUrl, ''), $(url).find('lastmod').text()]),
  )
}

describe('the sitemap', () => {
  test('has every page in every language, each with a date that is not to come', async () => {
    const { headers } = await send('/sitemap.xml')
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
    const dates = await readDates()
    assert.equal(dates.size, publicPages.length * languages.length)
    for (const [path, date] of dates) assert.ok(Date.parse(date) <= Date.now(), `${path}: ${date}`)
  })

  test('says at once when a text of a page was published, of that page in that language only', async () => {
    const before = await readDates()
    product.clock.advance(90_000)
    const moment = product.clock.now()
    const { id } = await editor.save({ key: 'about-team', language: 'fr', version: 1 })
    assert.deepEqual(await readDates(), before)
    await editor.publish(id)
    const changed = [...(await readDates())].filter(([path, date]) => before.get(path) !== date)
    assert.deepEqual(changed, [['/fr/about', moment.toISOString()]])
    await editor.clear()
    assert.deepEqual(await readDates(), before)
  })
})

test('crawlers are kept from the team’s side, and told where the sitemap is', async () => {
  const { text, headers } = await send('/robots.txt')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(text, /^User-agent: \*\nDisallow: \/admin\nDisallow: \/api\/\n/)
  assert.match(text, new RegExp(`^Sitemap: ${publicUrl}/sitemap\\.xml$`, 'm'))
  for (const path of ['/login', '/admin']) {
    assert.equal((await send(path)).headers['x-robots-tag'], 'noindex', path)
  }
})

const Manifest = z.object({
  name: z.string().min(1),
  description: z.string().min(1),
  lang: z.string(),
  dir: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
})

describe('the manifest', () => {
  test('speaks the language of its page, and else that of the visitor', async () => {
    for (const language of languages) {
      const named = (await send(`/${language}/manifest.webmanifest`)).read(Manifest)
      assert.deepEqual([named.lang, named.dir], [language, directionOf(language)])
      assert.equal(named.start_url, `/${language}/`)
      const asked = await send('/manifest.webmanifest', { 'accept-language': language })
      assert.deepEqual(asked.read(Manifest), named)
      assert.match(asked.headers.vary ?? '', /Accept-Language/)
    }
    const chosen = await send('/manifest.webmanifest', { 'accept-language': 'en', cookie: 'lang=hi' })
    assert.equal(chosen.read(Manifest).lang, 'hi')
  })

  test('names icons of the size they have', async () => {
    const { icons } = (await send('/es/manifest.webmanifest')).read(Manifest)
    for (const { src, sizes } of icons) {
      const { status, bytes, headers } = await send(src)
      assert.deepEqual([status, headers['content-type']], [200, 'image/png'], src)
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes)
    }
  })

  test('is not all that browsers ask for by themselves', async () => {
    const favicon = await send('/favicon.ico')
    assert.deepEqual([favicon.status, favicon.bytes.readUInt32BE(0)], [200, 0x00000100])
    const touch = await send('/apple-touch-icon.png')
    assert.deepEqual([touch.status, touch.bytes.readUInt32BE(16)], [200, 180])
  })
})

describe('the share picture of a page', () => {
  test('is a PNG of its own in every language, kept for ever by whoever has it', async () => {
    const pictures = await Promise.all(
      languages.map(async (language) => send(await readPicturePath(`/${language}/`))),
    )
    for (const { status, headers, bytes } of pictures) {
      assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630])
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    }
    assert.equal(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size, languages.length)
  })

  test('shows what the team has published, from the next request on, under an address of its own', async () => {
    const before = await readPicturePath('/de/about')
    const { id } = await editor.save({
      ...{ key: 'about-mission', language: 'de', version: 1, seo_title: 'Ein neuer Titel' },
    })
    await editor.publish(id)
    const after = await readPicturePath('/de/about')
    assert.notEqual(after, before)
    assert.equal((await send(after)).status, 200)
    // Who was told the old address is led to what the page says now.
    const old = await send(before)
    assert.deepEqual([old.status, old.headers.location], [302, after])
    await editor.clear()
    assert.equal(await readPicturePath('/de/about'), before)
  })

  test('is drawn of nothing but the site’s own pages', async () => {
    const own = await readPicturePath('/es/')
    const guessed = await send('/share/es/landing-0000000000000.png')
    assert.deepEqual([guessed.status, guessed.headers.location], [302, own])
    for (const path of [
      '/share/es/nowhere-0000000000000.png',
      '/share/xx/landing-0000000000000.png',
      '/share/es/landing.png',
      '/share/es/error-0000000000000.png',
      '/share/es/',
      `/share/es/landing-${'a'.repeat(150)}.png`,
      '/share/es/..%2Fsecret-key',
    ]) {
      assert.equal((await send(path)).status, 404, path)
    }
  })
})
