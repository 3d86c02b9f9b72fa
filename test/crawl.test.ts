import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { directionOf, type Language, languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { type Crawled, type Crawler, createCrawler, wordsOf } from './support/hostile/crawler.ts'
import { publicPages } from './support/public-pages.ts'
import { until } from './support/until.ts'

const publicUrl = 'https://firmeza.example'
/** Words that a page may share with its English twin: names, borrowed words, codes. Measured: 0.00 to 0.15. */
const largestShare = 0.25

let product: TestApp
let crawler: Crawler
before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
  crawler = createCrawler(product.send, publicUrl)
  // The ledger's page leads to its newest checkpoint, which there is since the legal texts were recorded.
  await product.app.startBackgroundWork()
  await until(
    async () => (await product.send('/ledger/checkpoint')).status === 200,
    'the ledger has a checkpoint',
  )
})
after(() => product?.close())

const pathsOf = (language: Language) => publicPages.map(({ path }) => `/${language}${path}`)

/** Every page that a visitor of a language reaches from `/` by links alone, without changing the language. */
async function crawl(language: Language): Promise<Map<string, Crawled>> {
  const visitor = createCrawler(product.send, publicUrl, { 'accept-language': language })
  const first = await visitor.visit('/')
  const reached = new Map<string, Crawled>([['/', first]])
  const ahead = [first]
  for (let page = ahead.pop(); page; page = ahead.pop()) {
    const from = page.address
    for (const element of page.$('a[href]').toArray()) {
      const href = page.$(element).attr('href') ?? ''
      if (/^(mailto|tel):/.test(href)) continue
      const link = visitor.resolve(href, from)
      if (!link || reached.has(link.address)) continue
      if (languages.some((code) => code !== language && link.address.startsWith(`/${code}/`))) continue
      const next = await visitor.visit(link.address)
      reached.set(link.address, next)
      ahead.push(next)
    }
  }
  return reached
}

for (const language of languages) {
  describe(`the site in ${language}, from / by links alone`, () => {
    let pages: Map<string, Crawled>
    before(async () => {
      pages = await crawl(language)
    })

    test('shows every public page', () => {
      const missing = pathsOf(language).filter((path) => !pages.has(path))
      assert.deepEqual(missing, [])
    })

    test('has no dead link, and no link to a place that is not on the page', async () => {
      const dead: string[] = []
      for (const [from, { $ }] of pages) {
        const links = $('a[href], link[href], script[src], img[src], [data-island]')
        // A card is drawn when it is first asked for: all are looked at in one language, one in each of the others.
        const cards = language === 'en' || from === `/${language}/` ? $('meta[property="og:image"]') : $()
        for (const element of links.add(cards).toArray()) {
          const { href, src, content, 'data-island': island } = $(element).attr() ?? {}
          const target = href ?? src ?? content ?? island ?? ''
          const link = /^(mailto|tel|data):/.test(target) ? undefined : crawler.resolve(target, from)
          if (!link) continue
          const { reply, $: there } = await crawler.visit(link.address)
          if (reply.status !== 200) dead.push(`${from} → ${target}: ${reply.status}`)
          else if (link.fragment && there('main').length > 0) {
            const isThere = there('[id]')
              .toArray()
              .some(({ attribs }) => attribs.id === link.fragment)
            if (!isThere) dead.push(`${from} → ${target}: no #${link.fragment}`)
          }
        }
      }
      assert.deepEqual(dead, [])
    })

    test('says its language, its one heading and its own address on every page', () => {
      for (const path of pathsOf(language)) {
        const { $ } = pages.get(path) ?? assert.fail(path)
        assert.equal($('html').attr('lang'), language, path)
        assert.equal($('html').attr('dir'), directionOf(language), path)
        assert.equal($('h1').length, 1, `${path} has one h1`)
        assert.equal($('link[rel=canonical]').attr('href'), publicUrl + path)
        assert.equal($('meta[name=robots][content*=noindex]').length, 0, path)
        assert.ok($('meta[name=description]').attr('content'), `${path} describes itself`)
        assert.ok($('meta[name=keywords]').attr('content'), `${path} has keywords`)
      }
    })

    test('has all parts of the landing page', () => {
      const { $ } = pages.get(`/${language}/`) ?? assert.fail()
      for (const id of ['advantages', 'cases', 'community', 'investors', 'resources']) {
        assert.equal($(`[id=${id}]`).length, 1, id)
      }
    })

    test('gives no two elements of a page the same id', () => {
      for (const [path, { $ }] of pages) {
        const ids = $('[id]')
          .toArray()
          .map(({ attribs }) => attribs.id)
        assert.deepEqual(
          ids.filter((id, place) => ids.indexOf(id) !== place),
          [],
          path,
        )
      }
    })

    test('draws only pictures that are defined on the page', () => {
      for (const path of pathsOf(language)) {
        const { $ } = pages.get(path) ?? assert.fail(path)
        const defined = new Set($('[id]').map((_, element) => `#${$(element).attr('id')}`))
        const used = $('use')
          .toArray()
          .map(({ attribs }) => attribs.href ?? '')
        assert.deepEqual(
          used.filter((href) => !defined.has(href)),
          [],
          path,
        )
      }
    })

    test('gives each page a title and a description of its own', () => {
      for (const read of [
        ({ $ }: Crawled) => $('title').text(),
        ({ $ }: Crawled) => $('meta[name=description]').attr('content'),
      ]) {
        const said = pathsOf(language).map((path) => read(pages.get(path) ?? assert.fail(path)))
        assert.equal(new Set(said).size, publicPages.length, said.join('\n'))
      }
    })

    test('has alternatives that all link back to it', async () => {
      for (const { path } of publicPages) {
        const { $ } = await crawler.visit(`/${language}${path}`)
        const named = alternatesOf($)
        assert.deepEqual(Object.keys(named).sort(), [...languages, 'x-default'].sort(), path)
        for (const [code, href] of Object.entries(named)) {
          const twin = await crawler.visit(crawler.resolve(href, path)?.address ?? '')
          assert.equal(twin.reply.status, 200, href)
          assert.equal(alternatesOf(twin.$)[language], `${publicUrl}/${language}${path}`, href)
          if (code !== 'x-default') assert.equal(twin.$('html').attr('lang'), code, href)
        }
      }
    })

    if (language === 'en') return
    test('is translated', async () => {
      const shares: [string, number][] = []
      for (const { path } of publicPages) {
        const [own, english] = await Promise.all(
          [`/${language}${path}`, `/en${path}`].map(async (at) => wordsOf((await crawler.visit(at)).$)),
        )
        const known = new Set(english)
        const shared = own?.filter((word) => known.has(word)).length ?? Number.NaN
        shares.push([path, shared / (own?.length ?? 0)])
      }
      const suspicious = shares.filter(([, share]) => !(share <= largestShare))
      assert.deepEqual(suspicious, [])
    })
  })
}

function alternatesOf($: Crawled['$']): Record<string, string> {
  const links = $('link[rel=alternate][hreflang]').toArray()
  return Object.fromEntries(links.map(({ attribs }) => [attribs.hreflang ?? '', attribs.href ?? '']))
}

test('the sitemap names exactly the pages that are served, with the same alternatives', async () => {
  const { text } = await product.send('/sitemap.xml')
  const $ = load(text, { xml: true })
  const urls = $('url').toArray()
  assert.deepEqual(
    urls.map((url) => $(url).find('loc').text()).sort(),
    languages.flatMap((language) => pathsOf(language).map((path) => publicUrl + path)).sort(),
  )
  for (const url of urls) {
    const place = $(url).find('loc').text()
    const { $: page } = await crawler.visit(crawler.resolve(place, '/')?.address ?? '')
    const twins = $(url).find('xhtml\\:link').toArray()
    assert.deepEqual(
      Object.fromEntries(twins.map(({ attribs }) => [attribs.hreflang, attribs.href])),
      alternatesOf(page),
      place,
    )
    assert.equal(page('link[rel=canonical]').attr('href'), place)
    assert.match($(url).find('lastmod').text(), /^\d{4}-\d\d-\d\d/)
  }
})

test('pages that are not for search engines are marked as such', async () => {
  for (const address of ['/login', '/admin', '/en/nowhere']) {
    const { reply, $ } = await crawler.visit(address)
    const said = `${reply.headers['x-robots-tag']} ${$('meta[name=robots]').attr('content')}`
    assert.match(said, /noindex/, address)
  }
})
