import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#shared/languages.ts'
import { siteFacts } from '../../test/support/pages/site-facts.ts'
import type { PageInput } from './contract.ts'
import {
  describePage,
  describeShare,
  describeShareCard,
  documentAttributes,
  errorKind,
  shortenTitle,
} from './metadata.ts'
import { sitePages } from './routes.ts'

const [landing] = sitePages
if (!landing) throw new Error('The site has no pages')

const input: PageInput = {
  page: 'landing',
  data: undefined,
  pages: sitePages,
  language: 'ar',
  theme: 'auto',
  path: '/',
  year: 2025,
  facts: siteFacts,
  texts: {},
  form: { status: 'idle', values: {}, errors: {} },
  t: (key) => key,
  assets: {
    islands: '/assets/a.js',
    timings: '/assets/e.js',
    events: '/assets/f.js',
    consent: '/assets/c.js',
    'consent-loader': '/assets/d.js',
  },
}

test('a page links to itself, its ten languages, and the address without a language as the default', () => {
  const { addresses, title } = describePage(input)
  assert.equal(title, 'site:meta.title')
  assert.equal(addresses?.canonical, 'https://example.org/ar/')
  assert.deepEqual(
    addresses?.alternates.map(({ hreflang }) => hreflang),
    [...languages, 'x-default'],
  )
  assert.equal(addresses?.alternates.at(-1)?.href, 'https://example.org/')
})

test("the team's metadata takes precedence; fields left empty use the built-in texts", () => {
  const text = { content: '', seo_title: 'Nuestro título', seo_description: '', seo_keywords: 'uno, dos' }
  const { title, description, keywords } = describePage({ ...input, texts: { 'home-hero': text } })
  assert.deepEqual([title, description, keywords], ['Nuestro título', 'site:meta.description', 'uno, dos'])
})

test('an error page has no canonical address', () => {
  const page = describePage({ ...input, page: 'error', data: { status: 503 } })
  assert.equal(page.addresses, undefined)
  assert.equal(page.title, 'site:error.503.title · Firmeza')
  assert.equal(errorKind(507), '503')
  assert.equal(errorKind(418), 'other')
  assert.equal(errorKind(undefined), 'other')
})

test('the document has its language, its direction, and its theme only when one is chosen', () => {
  assert.deepEqual(documentAttributes(input), { lang: 'ar', dir: 'rtl' })
  assert.equal(documentAttributes({ ...input, theme: 'dark' })['data-theme'], 'dark')
})

test('keywords are separated by ASCII commas, whichever commas the team wrote, each once', () => {
  const keywordsOf = (seo_keywords: string) => {
    const text = { content: '', seo_title: '', seo_description: '', seo_keywords }
    return describePage({ ...input, texts: { 'home-hero': text } }).keywords
  }
  assert.equal(keywordsOf('سلسلة الكتل، هوية ، شفافية'), 'سلسلة الكتل, هوية, شفافية')
  assert.equal(keywordsOf('区块链，身份、透明,身份'), '区块链, 身份, 透明')
  assert.equal(keywordsOf(' uno; dos,,uno, '), 'uno, dos')
})

test('a title that contains the name of the site does not repeat it', () => {
  assert.equal(shortenTitle('Firmeza: pruebas, no monedas', 'Firmeza', 'es'), 'Pruebas, no monedas')
  assert.equal(shortenTitle('Firmeza\u00a0: des preuves', 'Firmeza', 'fr'), 'Des preuves')
  assert.equal(shortenTitle('Firmeza：只存证，不发币', 'Firmeza', 'zh'), '只存证，不发币')
  assert.equal(shortenTitle('Quiénes somos · Firmeza', 'Firmeza', 'es'), 'Quiénes somos')
  for (const title of ['About Firmeza', 'Firmeza privacy policy', 'Firmeza', ''])
    assert.equal(shortenTitle(title, 'Firmeza', 'en'), title)
})

test('the Open Graph metadata has its locale, and the picture with its title', () => {
  const share = describeShare(input)
  assert.equal(share?.locale, 'ar_AR')
  assert.match(share?.picture ?? '', /^https:\/\/example\.org\/share\/ar\/landing-[a-z0-9]+\.png$/)
  assert.equal(share?.type, 'website')
  assert.equal(describeShare({ ...input, page: 'identity' })?.type, 'article')
  const text = { content: '', seo_title: 'Ours', seo_description: 'Our words', seo_keywords: '' }
  const card = describeShareCard(landing, { ...input, texts: { 'home-hero': text } })
  assert.deepEqual([card.title, card.lead], ['Ours', 'Our words'])
  assert.equal(describeShare({ ...input, page: 'error', data: { status: 404 } }), undefined)
})
