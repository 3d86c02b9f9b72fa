import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { findDataFaults, listUnknownTypes } from '#features/seo/prover/rules/structured-data-rules.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { type Language, languages } from '#shared/languages.ts'
import { siteFacts } from '../../test/support/pages/site-facts.ts'
import { publicPages } from '../../test/support/public-pages.ts'
import type { PageFacts, PageInput, PublicPageName } from './contract.ts'
import { describeStructuredData, writeDataBlock } from './structured-data.ts'

const catalogues = await loadCatalogues()
const facts: PageFacts = {
  ...siteFacts,
  socialLinks: [{ network: 'github', url: 'https://github.com/example' }],
}

function inputOf(page: PublicPageName, language: Language): PageInput {
  const translate = catalogues.translator(language)
  return {
    page,
    data: undefined,
    pages: publicPages,
    language,
    theme: 'auto',
    year: 2025,
    path: publicPages.find(({ name }) => name === page)?.path ?? '',
    facts,
    texts: {},
    form: { status: 'idle', values: {}, errors: {} },
    t: (key, variables) => translate(key, { name: facts.name, ...variables }),
    assets: { islands: '', timings: '', events: '', consent: '', 'consent-loader': '' },
  }
}

const Text = z.string().trim().min(1)
const Reference = z.object({ '@id': z.url() })
// The properties that search engines require or recommend for each type.
const Node = z.discriminatedUnion('@type', [
  z.object({
    '@type': z.literal('Organization'),
    '@id': z.url(),
    name: Text,
    url: z.url(),
    logo: z.url(),
    sameAs: z.array(z.url()),
  }),
  z.object({ '@type': z.literal('WebSite'), name: Text, url: z.url(), publisher: Reference }),
  z.object({
    '@type': z.literal('BreadcrumbList'),
    itemListElement: z
      .array(
        z.object({ '@type': z.literal('ListItem'), position: z.int().min(1), name: Text, item: z.url() }),
      )
      .length(2),
  }),
  z.object({
    '@type': z.literal('TechArticle'),
    headline: Text.max(110),
    description: Text,
    image: z.url(),
    author: z.object({ '@type': z.literal('Organization'), name: Text, url: z.url() }),
    publisher: Reference,
    inLanguage: z.enum(languages),
  }),
  z.object({
    '@type': z.literal('FAQPage'),
    mainEntity: z
      .array(
        z.object({
          '@type': z.literal('Question'),
          name: Text,
          acceptedAnswer: z.object({ '@type': z.literal('Answer'), text: Text }),
        }),
      )
      .min(3),
  }),
  z.object({ '@type': z.enum(['WebPage', 'AboutPage', 'CollectionPage']), name: Text, url: z.url() }),
])
const Graph = z.object({ '@context': z.literal('https://schema.org'), '@graph': z.array(Node).min(2) })

const kinds: Record<PublicPageName, string[]> = {
  landing: ['Organization', 'WebSite'],
  about: ['AboutPage', 'BreadcrumbList'],
  register: ['FAQPage', 'BreadcrumbList'],
  identity: ['TechArticle', 'BreadcrumbList'],
  transparency: ['TechArticle', 'BreadcrumbList'],
  industrial: ['TechArticle', 'BreadcrumbList'],
  docs: ['CollectionPage', 'BreadcrumbList'],
  quickstart: ['TechArticle', 'BreadcrumbList'],
  security: ['TechArticle', 'BreadcrumbList'],
  verify: ['TechArticle', 'BreadcrumbList'],
  ledger: ['WebPage', 'BreadcrumbList'],
  verification: ['WebPage', 'BreadcrumbList'],
  privacy: ['WebPage', 'BreadcrumbList'],
  terms: ['WebPage', 'BreadcrumbList'],
}

describe('the structured data', () => {
  for (const { name } of publicPages) {
    test(`of ${name} has all properties of its type, in every language`, () => {
      for (const language of languages) {
        const written = writeDataBlock(describeStructuredData(inputOf(name, language)) ?? {})
        const { '@graph': nodes } = Graph.parse(JSON.parse(written))
        assert.deepEqual(
          nodes.map((node) => node['@type']),
          kinds[name],
        )
        assert.doesNotMatch(written, /\{\{|undefined/)
        // The check of the site's own pages knows all that they say, and has nothing against it.
        assert.deepEqual(findDataFaults(JSON.parse(written)), [])
        assert.deepEqual(listUnknownTypes(JSON.parse(written)), [])
      }
    })
  }

  test('of an error page is empty', () => {
    assert.equal(
      describeStructuredData({ ...inputOf('landing', 'es'), page: 'error', data: { status: 404 } }),
      undefined,
    )
  })

  test('cannot end its element or begin a comment', () => {
    const title = '</script><script>alert(1)</script><!-- & "quoted"'
    const texts = {
      'use-cases-identity': { content: '', seo_title: title, seo_description: '', seo_keywords: '' },
    }
    const written = writeDataBlock(describeStructuredData({ ...inputOf('identity', 'en'), texts }) ?? {})
    assert.doesNotMatch(written, /</)
    const [article] = Graph.parse(JSON.parse(written))['@graph']
    assert.equal(article?.['@type'] === 'TechArticle' && article.headline, title)
  })
})
