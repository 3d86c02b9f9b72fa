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

/** The address of a page's share picture, from its metadata. */
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
  test('lists every page in every language with a date that is not in the future', async () => {
    const { headers } = await send('/sitemap.xml')
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
    const dates = await readDates()
    assert.equal(dates.size, publicPages.length * languages.length)
    for (const [path, date] of dates) assert.ok(Date.parse(date) <= Date.now(), `${path}: ${date}`)
  })

  test('changes the date of a page in one language when a text of it is published', async () => {
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

test('robots.txt disallows the admin and names the sitemap', async () => {
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
  test('is in the language of its page, or else of the visitor', async () => {
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

  test('lists icons with their real sizes', async () => {
    const { icons } = (await send('/es/manifest.webmanifest')).read(Manifest)
    for (const { src, sizes } of icons) {
      const { status, bytes, headers } = await send(src)
      assert.deepEqual([status, headers['content-type']], [200, 'image/png'], src)
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes)
    }
  })

  test('is served together with the icons that browsers request by default', async () => {
    const favicon = await send('/favicon.ico')
    assert.deepEqual([favicon.status, favicon.bytes.readUInt32BE(0)], [200, 0x00000100])
    const touch = await send('/apple-touch-icon.png')
    assert.deepEqual([touch.status, touch.bytes.readUInt32BE(16)], [200, 180])
  })
})

describe('the share picture of a page', () => {
  test('is a different PNG in every language, and immutable in caches', async () => {
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

  test('shows newly published texts from the next request on, under a new address', async () => {
    const before = await readPicturePath('/de/about')
    const { id } = await editor.save({
      ...{ key: 'about-mission', language: 'de', version: 1, seo_title: 'Ein neuer Titel' },
    })
    await editor.publish(id)
    const after = await readPicturePath('/de/about')
    assert.notEqual(after, before)
    assert.equal((await send(after)).status, 200)
    // The old address redirects to the current picture.
    const old = await send(before)
    assert.deepEqual([old.status, old.headers.location], [302, after])
    await editor.clear()
    assert.equal(await readPicturePath('/de/about'), before)
  })

  test('is drawn for pages of the site only', async () => {
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
