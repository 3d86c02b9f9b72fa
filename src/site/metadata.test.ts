import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#shared/languages.ts'
import type { PageInput } from './contract.ts'
import { describePage, documentAttributes, errorKind } from './metadata.ts'

const input: PageInput = {
  page: 'landing',
  language: 'ar',
  theme: 'auto',
  path: '/',
  facts: {
    publicUrl: 'https://example.org',
    name: 'Firmeza',
    contactEmail: 'a@example.org',
    socialLinks: [],
  },
  texts: {},
  form: { status: 'idle', values: {}, errors: {} },
  t: (key) => key,
  assets: { islands: '/assets/a.js', 'early-adopters': '/assets/b.js' },
}

test('a page names itself and its ten languages, and leaves the choice of language to the bare address', () => {
  const { addresses, title } = describePage(input)
  assert.equal(title, 'site:meta.title')
  assert.equal(addresses?.canonical, 'https://example.org/ar/')
  assert.deepEqual(
    addresses?.alternates.map(({ hreflang }) => hreflang),
    [...languages, 'x-default'],
  )
  assert.equal(addresses?.alternates.at(-1)?.href, 'https://example.org/')
})

test("the team's own words win; what it left empty stays built in", () => {
  const text = { content: '', seo_title: 'Nuestro título', seo_description: '', seo_keywords: 'uno, dos' }
  const { title, description, keywords } = describePage({ ...input, texts: { 'home-hero': text } })
  assert.deepEqual([title, description, keywords], ['Nuestro título', 'site:meta.description', 'uno, dos'])
})

test('an error page has no address to be found under', () => {
  const page = describePage({ ...input, page: 'error', error: { status: 503 } })
  assert.equal(page.addresses, undefined)
  assert.equal(page.title, 'site:error.503.title · Firmeza')
  assert.equal(errorKind(418), 'other')
  assert.equal(errorKind(undefined), 'other')
})

test('the document says its language, its direction and only a chosen theme', () => {
  assert.deepEqual(documentAttributes(input), { lang: 'ar', dir: 'rtl' })
  assert.equal(documentAttributes({ ...input, theme: 'dark' })['data-theme'], 'dark')
})
