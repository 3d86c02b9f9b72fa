import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RuleCode, ruleCodes } from '#features/seo/prover/contract.ts'
import { languages } from '#shared/languages.ts'
import {
  type PlantedSite,
  plantedUrl,
  plantSite,
  redirectTo,
} from '../../../../../test/support/seo/planted-site.ts'

interface Fault {
  rule: RuleCode
  page: string
  subject?: string
  what: string
  plant(site: PlantedSite): void
}

const about = '/es/about'
const insecureUrl = plantedUrl.replace('https:', 'http:')
const answer = (site: PlantedSite, address: string) => site.answers.get(address) ?? assert.fail(address)
const withHeader = (site: PlantedSite, address: string, name: string, value: string) => {
  const known = answer(site, address)
  site.answers.set(address, { ...known, headers: { ...known.headers, [name]: value } })
}
const unmap = (site: PlantedSite, address: string) =>
  site.replace('/sitemap.xml', new RegExp(`<url><loc>${plantedUrl}${address}</loc>.*`), '')

const faults: Fault[] = [
  {
    ...{ rule: 'sitemap_unreachable', page: '/sitemap.xml', what: 'a sitemap that fails' },
    plant: (site) => site.answers.set('/sitemap.xml', { status: 500, headers: {}, body: '' }),
  },
  {
    ...{ rule: 'sitemap_unreachable', page: '/sitemap.xml', what: 'a sitemap that ends half-way' },
    plant: (site) => site.replace('/sitemap.xml', '</urlset>', ''),
  },
  {
    ...{ rule: 'sitemap_foreign', page: '/sitemap.xml', subject: 'https://other.example/es/' },
    what: 'a sitemap with an address of another site',
    plant: (site) =>
      site.replace('/sitemap.xml', '</urlset>', '<url><loc>https://other.example/es/</loc></url></urlset>'),
  },
  {
    ...{ rule: 'sitemap_foreign', page: '/sitemap.xml', subject: `${insecureUrl}/es/` },
    what: 'a sitemap with an address without encryption',
    plant: (site) =>
      site.replace('/sitemap.xml', '</urlset>', `<url><loc>${insecureUrl}/es/</loc></url></urlset>`),
  },
  {
    ...{ rule: 'robots_unreachable', page: '/robots.txt', what: 'a missing robots.txt' },
    plant: (site) => site.answers.delete('/robots.txt'),
  },
  {
    ...{ rule: 'page_blocked', page: about, what: 'a listed page that robots.txt forbids' },
    plant: (site) => site.replace('/robots.txt', 'Disallow: /admin', 'Disallow: /es/about$'),
  },
  {
    ...{ rule: 'sitemap_status', page: '/es/gone', what: 'a listed address that is not there' },
    plant: (site) =>
      site.replace('/sitemap.xml', '</urlset>', `<url><loc>${plantedUrl}/es/gone</loc></url></urlset>`),
  },
  {
    ...{ rule: 'sitemap_redirect', page: '/es/old', subject: about, what: 'a listed address that redirects' },
    plant(site) {
      site.answers.set('/es/old', redirectTo(about))
      site.replace('/sitemap.xml', '</urlset>', `<url><loc>${plantedUrl}/es/old</loc></url></urlset>`)
    },
  },
  {
    ...{ rule: 'sitemap_noindex', page: about, what: 'a listed page with noindex' },
    plant: (site) => site.replace(about, '</head>', '<meta name="robots" content="noindex"></head>'),
  },
  {
    ...{ rule: 'sitemap_noindex', page: about, what: 'a listed page whose header says noindex' },
    plant: (site) => withHeader(site, about, 'x-robots-tag', 'noindex, nofollow'),
  },
  {
    ...{ rule: 'sitemap_omits', page: about, what: 'a page that the sitemap omits' },
    plant: (site) => unmap(site, about),
  },
  {
    ...{ rule: 'sitemap_omits', page: about },
    what: 'a page that both the sitemap and the list of the product omit, found by links',
    plant(site) {
      unmap(site, about)
      site.known.splice(site.known.indexOf(about), 1)
    },
  },
  {
    ...{ rule: 'sitemap_alternates', page: about, what: 'other alternates in the sitemap than on the page' },
    plant: (site) =>
      site.replace(
        '/sitemap.xml',
        new RegExp(`(<loc>${plantedUrl}${about}</loc>.*?)hreflang="hi"`),
        '$1hreflang="ja"',
      ),
  },
  {
    ...{ rule: 'page_status', page: '/es/new', what: 'a public page that is not there and not listed' },
    plant: (site) => site.known.push('/es/new'),
  },
  {
    ...{
      rule: 'page_redirect',
      page: '/es/former',
      subject: about,
      what: 'a public page that redirects and is not listed',
    },
    plant(site) {
      site.answers.set('/es/former', redirectTo(about))
      site.known.push('/es/former')
    },
  },
  {
    ...{ rule: 'page_noindex', page: '/es/quiet', what: 'a public page with noindex that is not listed' },
    plant(site) {
      site.answers.set('/es/quiet', answer(site, about))
      site.replace('/es/quiet', '</head>', '<meta name="robots" content="none"></head>')
      site.known.push('/es/quiet')
    },
  },
  {
    ...{ rule: 'redirect_loop', page: about, subject: '/es/a', what: 'a link that leads round in circles' },
    plant(site) {
      site.answers.set('/es/a', redirectTo('/es/b'))
      site.answers.set('/es/b', redirectTo('/es/a'))
      site.replace(about, '</nav>', '<a href="/es/a">a</a></nav>')
    },
  },
  {
    ...{ rule: 'redirect_chain', page: about, subject: '/es/a', what: 'a link through two redirects' },
    plant(site) {
      site.answers.set('/es/a', redirectTo('/es/b'))
      site.answers.set('/es/b', redirectTo('/es/'))
      site.replace(about, '</nav>', '<a href="/es/a">a</a></nav>')
    },
  },
  {
    ...{
      rule: 'prefix_doubled',
      page: about,
      subject: '/es/es/about',
      what: 'a link with the language twice',
    },
    plant: (site) => site.replace(about, '</nav>', '<a href="/es/es/about">a</a></nav>'),
  },
  {
    ...{ rule: 'hreflang_missing', page: about, what: 'a page without alternates' },
    plant: (site) => site.replace(about, /(<link rel="alternate"[^>]*>\n?)+/, ''),
  },
  {
    ...{ rule: 'hreflang_self', page: about, what: 'a page that does not name itself' },
    plant(site) {
      site.replace(about, /<link rel="alternate" hreflang="es"[^>]*>/, '')
      site.mapAgain()
    },
  },
  {
    ...{ rule: 'hreflang_default', page: about, what: 'a page without x-default' },
    plant(site) {
      site.replace(about, /<link rel="alternate" hreflang="x-default"[^>]*>/, '')
      site.mapAgain()
    },
  },
  {
    ...{ rule: 'hreflang_code', page: about, subject: 'xx-zz9', what: 'a language that does not exist' },
    plant(site) {
      site.replace(
        about,
        '<meta property',
        `<link rel="alternate" hreflang="xx-zz9" href="${plantedUrl}/fr/about"><meta property`,
      )
      site.mapAgain()
    },
  },
  {
    ...{ rule: 'hreflang_doubled', page: about, subject: 'fr', what: 'a language named twice' },
    plant(site) {
      site.replace(
        about,
        '<meta property',
        `<link rel="alternate" hreflang="fr" href="${plantedUrl}/fr/about"><meta property`,
      )
      site.mapAgain()
    },
  },
  {
    ...{
      rule: 'hreflang_return',
      page: '/fr/about',
      subject: about,
      what: 'a page that is not named in return',
    },
    plant(site) {
      site.replace(about, /<link rel="alternate" hreflang="fr"[^>]*>/, '')
      site.mapAgain()
    },
  },
  {
    ...{ rule: 'hreflang_target', page: about, subject: '/ja/about', what: 'an alternate that is not there' },
    plant(site) {
      site.replace(
        about,
        '<meta property',
        `<link rel="alternate" hreflang="ja" href="${plantedUrl}/ja/about"><meta property`,
      )
      site.mapAgain()
    },
  },
  {
    ...{ rule: 'hreflang_target', page: about, subject: `${insecureUrl}/fr/about` },
    what: 'an alternate without encryption',
    plant: (site) => site.replace(about, /(hreflang="fr" href=")[^"]*/, `$1${insecureUrl}/fr/about`),
  },
  {
    ...{
      rule: 'hreflang_language',
      page: about,
      subject: '/de/docs/guide',
      what: 'an alternate in another language than it says',
    },
    plant(site) {
      site.replace(
        about,
        '<meta property',
        `<link rel="alternate" hreflang="pt-BR" href="${plantedUrl}/de/docs/guide"><meta property`,
      )
      site.mapAgain()
    },
  },
  {
    ...{ rule: 'canonical_missing', page: about, what: 'a page without a canonical address' },
    plant: (site) => site.replace(about, /<link rel="canonical"[^>]*>/, ''),
  },
  {
    ...{ rule: 'canonical_several', page: about, what: 'a page with two canonical addresses' },
    plant: (site) =>
      site.replace(
        about,
        '<link rel="canonical"',
        `<link rel="canonical" href="${plantedUrl}/es/"><link rel="canonical"`,
      ),
  },
  {
    ...{ rule: 'canonical_foreign', page: about, subject: 'https://other.example/es/about' },
    what: 'a canonical address of another site',
    plant: (site) => site.replace(about, /(rel="canonical" href=")[^"]*/, '$1https://other.example/es/about'),
  },
  {
    ...{
      rule: 'canonical_other',
      page: about,
      subject: '/es/',
      what: 'the canonical address of another page',
    },
    plant: (site) => site.replace(about, /(rel="canonical" href=")[^"]*/, `$1${plantedUrl}/es/`),
  },
  {
    ...{ rule: 'canonical_other', page: about, subject: `${insecureUrl}${about}` },
    what: 'a canonical address without encryption',
    plant: (site) => site.replace(about, /(rel="canonical" href=")[^"]*/, `$1${insecureUrl}${about}`),
  },
  {
    ...{
      rule: 'canonical_target',
      page: about,
      subject: '/es/missing',
      what: 'a canonical address that is not there',
    },
    plant: (site) => site.replace(about, /(rel="canonical" href=")[^"]*/, `$1${plantedUrl}/es/missing`),
  },
  {
    ...{ rule: 'lang_wrong', page: about, what: 'a document in another language than its address' },
    plant: (site) => site.replace(about, 'lang="es"', 'lang="en"'),
  },
  {
    ...{ rule: 'dir_wrong', page: '/ar/about', what: 'an Arabic page from left to right' },
    plant: (site) => site.replace('/ar/about', 'dir="rtl"', 'dir="ltr"'),
  },
  {
    ...{ rule: 'script_wrong', page: '/ru/about', what: 'a Russian page with an English text' },
    plant: (site) => site.replace('/ru/about', /<p>.*<\/p>/, `<p>${'An English text. '.repeat(60)}</p>`),
  },
  {
    ...{ rule: 'h1_missing', page: about, what: 'a page without a heading' },
    plant: (site) => site.replace(about, /<h1>.*<\/h1>/, ''),
  },
  {
    ...{ rule: 'h1_several', page: about, what: 'a page with two headings' },
    plant: (site) => site.replace(about, '</body>', '<h1>2</h1></body>'),
  },
  {
    ...{ rule: 'title_missing', page: about, what: 'a page without a title' },
    plant: (site) => site.replace(about, /<title>.*<\/title>/, ''),
  },
  {
    ...{ rule: 'title_long', page: about, what: 'a title that no result shows whole' },
    plant: (site) => site.replace(about, /<title>.*<\/title>/, `<title>${'Pruebas '.repeat(12)}</title>`),
  },
  {
    ...{ rule: 'title_long', page: '/zh/about', what: 'a Chinese title that no result shows whole' },
    plant: (site) => site.replace('/zh/about', /<title>.*<\/title>/, `<title>${'证明'.repeat(16)}</title>`),
  },
  {
    ...{ rule: 'title_short', page: about, what: 'a title that says nothing' },
    plant: (site) => site.replace(about, /<title>.*<\/title>/, '<title>Sobre</title>'),
  },
  {
    ...{ rule: 'description_missing', page: about, what: 'a page without a description' },
    plant: (site) => site.replace(about, /<meta name="description"[^>]*>/, ''),
  },
  {
    ...{ rule: 'description_long', page: about, what: 'a description that no result shows whole' },
    plant: (site) =>
      site.replace(
        about,
        /(name="description" content=")[^"]*/,
        `$1${'Una prueba que nadie cambia. '.repeat(9)}`,
      ),
  },
  {
    ...{ rule: 'description_short', page: about, what: 'a description that says nothing' },
    plant: (site) => site.replace(about, /(name="description" content=")[^"]*/, '$1Sobre nosotros.'),
  },
  {
    ...{ rule: 'picture_missing', page: about, what: 'a page without a share picture' },
    plant: (site) => site.replace(about, /<meta property="og:image"[^>]*>/, ''),
  },
  {
    ...{
      rule: 'picture_broken',
      page: about,
      subject: '/share/es/2.png',
      what: 'a share picture that is not there',
    },
    plant: (site) => site.answers.delete('/share/es/2.png'),
  },
  {
    ...{ rule: 'data_missing', page: about, what: 'a page without structured data' },
    plant: (site) => site.replace(about, /<script type="application\/ld\+json">.*<\/script>/, ''),
  },
  {
    ...{ rule: 'data_unreadable', page: about, subject: '#1', what: 'structured data that cannot be read' },
    plant: (site) => site.replace(about, '"@graph":[', '"@graph":['.concat('{,')),
  },
  {
    ...{
      rule: 'data_property',
      page: about,
      subject: 'WebPage.url',
      what: 'structured data without a property',
    },
    plant: (site) => site.replace(about, `,"url":"${plantedUrl}${about}"`, ''),
  },
  {
    ...{
      rule: 'data_property',
      page: about,
      subject: 'ListItem.position',
      what: 'a step of the way without its place',
    },
    plant: (site) => site.replace(about, '"position":1,', ''),
  },
  {
    ...{ rule: 'link_broken', page: about, subject: '/es/nowhere', what: 'a link to what is not there' },
    plant: (site) => site.replace(about, '</nav>', '<a href="nowhere">?</a></nav>'),
  },
  {
    ...{
      rule: 'link_language',
      page: about,
      subject: '/docs/guide',
      what: 'a link without the language of the page',
    },
    plant: (site) => site.replace(about, '</nav>', '<a href="/docs/guide">?</a></nav>'),
  },
  {
    ...{ rule: 'image_alt', page: about, subject: '/assets/seal.svg', what: 'a picture without a text' },
    plant: (site) => site.replace(about, ' alt=""', ''),
  },
  {
    ...{
      rule: 'insecure_content',
      page: about,
      subject: 'http://planted.example/a.js',
      what: 'a script without encryption',
    },
    plant: (site) =>
      site.replace(about, '</body>', '<script src="http://planted.example/a.js"></script></body>'),
  },
]

/** Faults that are of two pages, each of which is told of the other. */
const pairs = [
  {
    ...{ rule: 'title_duplicate', what: 'two pages of a language with one title' },
    plant: (site: PlantedSite) =>
      site.replace(
        about,
        /<title>.*<\/title>/,
        /<title>.*<\/title>/.exec(answer(site, '/es/').body)?.[0] ?? '',
      ),
  },
  {
    ...{ rule: 'description_duplicate', what: 'two pages of a language with one description' },
    plant: (site: PlantedSite) =>
      site.replace(
        about,
        /<meta name="description"[^>]*>/,
        /<meta name="description"[^>]*>/.exec(answer(site, '/es/').body)?.[0] ?? '',
      ),
  },
]

test('a site without a fault has no findings', async () => {
  assert.deepEqual(await plantSite().check(), [])
})

describe('of one planted fault, exactly it is found', () => {
  for (const { rule, page, subject = '', what, plant } of faults)
    test(`${what}: ${rule}`, async () => {
      const site = plantSite()
      plant(site)
      const found = (await site.check()).map((one) => ({
        rule: one.rule,
        page: one.page,
        subject: one.subject,
      }))
      assert.deepEqual(found, [{ rule, page, subject }])
    })

  for (const { rule, what, plant } of pairs)
    test(`${what}: ${rule}`, async () => {
      const site = plantSite()
      plant(site)
      const found = (await site.check()).map((one) => `${one.rule} ${one.page} ${one.variables.twin}`)
      assert.deepEqual(found.sort(), [`${rule} /es/ ${about}`, `${rule} ${about} /es/`])
    })

  test('each rule has a planted fault', () => {
    const planted = new Set<string>([...faults, ...pairs].map(({ rule }) => rule))
    assert.deepEqual(
      ruleCodes.filter((rule) => !planted.has(rule)),
      [],
    )
  })
})

test('an index of sitemaps is read with all its files', async () => {
  const site = plantSite()
  const whole = answer(site, '/sitemap.xml')
  site.answers.set('/sitemap-1.xml', whole)
  site.answers.set('/sitemap.xml', {
    ...whole,
    body: `<sitemapindex><sitemap><loc>${plantedUrl}/sitemap-1.xml</loc></sitemap></sitemapindex>`,
  })
  assert.deepEqual(await site.check(), [])
  site.answers.delete('/sitemap-1.xml')
  assert.deepEqual(
    (await site.check()).map(({ rule }) => rule),
    ['sitemap_unreachable'],
  )
})

test('a sitemap that is switched off is no fault', async () => {
  const site = plantSite()
  site.hasSitemap = false
  site.answers.delete('/sitemap.xml')
  assert.deepEqual(await site.check(), [])
})

test('every language of the site is judged', async () => {
  for (const language of languages) {
    const site = plantSite()
    site.replace(`/${language}/about`, /<h1>.*<\/h1>/, '')
    assert.deepEqual(
      (await site.check()).map(({ page }) => page),
      [`/${language}/about`],
    )
  }
})
