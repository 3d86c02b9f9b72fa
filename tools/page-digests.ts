import { createHash } from 'node:crypto'
import { loadCatalogues } from '#platform/catalogues.ts'
import { type Language, languages } from '#shared/languages.ts'
import { loadPageRenderer } from '#site/server/renderer.ts'
import { siteFacts } from '../test/support/pages/site-facts.ts'

/** The words of a document: its title, its description and what it shows between header and footer. */
function readWords(html: string): string {
  const part = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const main = part(/<main\b[^>]*>(.*)<\/main>/s)
  if (!main) throw new Error('a page has no main part')
  const head = [part(/<title>(.*?)<\/title>/s), part(/<meta name="description" content="([^"]*)"/)]
  return [...head, main]
    .join(' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Of every page in every language, what tells its built-in text from any other. Needs the build. */
export async function digestPages(): Promise<Record<string, Record<Language, string>>> {
  const [{ renderPage, publicPages }, catalogues] = await Promise.all([loadPageRenderer(), loadCatalogues()])
  const digest = (words: string) => createHash('sha256').update(words).digest('base64url').slice(0, 12)
  const pages = publicPages.map((page) => {
    const digests = languages.map((language) => {
      const { html } = renderPage({
        page: page.name,
        data: undefined,
        language,
        theme: 'auto',
        path: page.path,
        year: 2025,
        // The same for everyone, so that a page's text does not depend on who runs the site.
        facts: siteFacts,
        texts: {},
        form: { status: 'idle', values: {}, errors: {} },
        t: catalogues.translator(language),
        assets: { islands: '', timings: '', events: '', consent: '', 'consent-loader': '' },
      })
      return [language, digest(readWords(html))]
    })
    return [page.name, Object.fromEntries(digests)]
  })
  return Object.fromEntries(pages)
}
