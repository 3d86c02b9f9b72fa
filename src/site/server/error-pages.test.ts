import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeProblem } from '#http/problem-details.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { RenderInput } from '#site/contract.ts'
import { siteFacts } from '../../../test/support/pages/site-facts.ts'
import { loadPageRenderer } from './renderer.ts'

const catalogues = await loadCatalogues()
const { renderPage } = await loadPageRenderer()

function renderError(status: number, language: Language, requestId?: string): string {
  const mailbox = 'team@example.org'
  const input: RenderInput = {
    page: 'error',
    data: { status, ...(requestId && { requestId }) },
    language,
    theme: 'auto',
    path: '/',
    year: 2025,
    facts: { ...siteFacts, mailboxes: { ...siteFacts.mailboxes, general: mailbox } },
    texts: {},
    form: { status: 'idle', values: {}, errors: {} },
    t: catalogues.translator(language),
    assets: {
      islands: '/a.js',
      timings: '/e.js',
      events: '/f.js',
      consent: '/c.js',
      'consent-loader': '/d.js',
    },
  }
  return renderPage(input).html
}

const linksIn = (html: string) =>
  [...(/<main.*<\/main>/s.exec(html)?.[0] ?? '').matchAll(/ href="([^"#]*)"/g)].map(([, href]) => href)

describe('an error page', () => {
  for (const status of [404, 410, 429, 500, 503]) {
    test(`explains ${status} in every language, with its own text`, () => {
      const titles = languages.map((language) => {
        const html = renderError(status, language)
        const title = catalogues.translator(language)(`site:error.${status}.title`)
        assert.match(html, new RegExp(`<h1>${title}</h1>`), language)
        assert.match(html, /<meta name="robots" content="noindex"/)
        // What is closed or overloaded now is asked for again; everything else has a way home.
        const way = status === 503 ? '' : `/${language}/`
        assert.ok(linksIn(html).includes(way), `${language} has no way on`)
        return title
      })
      assert.equal(new Set(titles).size, languages.length)
    })
  }

  test('links to the main pages when a page is missing', () => {
    const pages = [
      '/use-cases/identity',
      '/use-cases/transparency',
      '/use-cases/industrial',
      '/about',
      '/docs',
    ]
    for (const status of [404, 410]) {
      const links = linksIn(renderError(status, 'hi'))
      for (const path of pages) assert.ok(links.includes(`/hi${path}`), `${status} ${path}`)
    }
    assert.deepEqual(linksIn(renderError(500, 'hi')), ['/hi/'])
  })

  test('has the general text for a status without a text of its own', () => {
    for (const status of [400, 405, 413, 415])
      assert.match(
        renderError(status, 'es'),
        new RegExp(catalogues.translator('es')('site:error.other.title')),
      )
  })

  test('contains a reference only when there is one', () => {
    assert.match(renderError(500, 'es', 'req-7'), /req-7/)
    assert.doesNotMatch(renderError(503, 'es'), /referencia/)
  })
})

test('the API explains 410 in every language', () => {
  for (const language of languages) {
    const { status, title, detail } = describeProblem(new Problem('gone', 410), language, catalogues)
    assert.equal(status, 410)
    assert.notEqual(title, 'title.410')
    assert.notEqual(detail, 'gone')
  }
})
