import { renderToStaticMarkup } from 'react-dom/server'
import type { ShareCard } from '#features/seo/contract.ts'
import { openLinksApart } from '#site/preview/links.ts'
import type { PageInput, PublicPage, RenderedPage, RenderInput } from './contract.ts'
import { Document } from './document.tsx'
import { describeShareCard, describeWords } from './metadata.ts'
import { getPageView } from './pages.ts'
import { publicPages } from './public-pages.ts'
import { composeStyle } from './styles.ts'

export { publicPages }

/** Keeps names of standards on one line, also in the team's own texts: browsers break lines after a hyphen. */
function joinNames(html: string): string {
  const body = html.indexOf('<body')
  return html.slice(0, body) + html.slice(body).replaceAll('EIP-55', 'EIP-\u206055')
}

/** Renders a page: the whole document, and its styles for the hashes of the Content Security Policy. */
export function renderPage(given: RenderInput): RenderedPage {
  const input: PageInput = { ...given, pages: publicPages }
  const named = withName(input)
  const view = getPageView(input.page)
  const style = composeStyle(view.styles, input)
  const document = renderToStaticMarkup(<Document input={named} view={view} style={style} />)
  const html = joinNames(`<!doctype html>${document}`)
  return { html: input.preview ? openLinksApart(html) : html, styles: [style] }
}

/** The content of the share picture of a page with the given texts. */
export function describeCard(
  page: PublicPage,
  words: Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>,
): ShareCard {
  return describeShareCard(page, withName(words))
}

/** What search engines show of a page with the given texts. */
export function describeSearchResult(
  page: PublicPage,
  words: Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>,
): { title: string; description: string } {
  return describeWords(page, withName(words))
}

/** Adds the site's name to the variables of every text. */
function withName<Input extends Pick<PageInput, 'facts' | 't'>>(input: Input): Input {
  const { name } = input.facts
  return { ...input, t: (key, variables) => input.t(key, { name, ...variables }) }
}
