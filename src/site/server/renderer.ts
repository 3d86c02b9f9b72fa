import type { ShareCard } from '#features/seo/contract.ts'
import type { PageInput, PublicPage, RenderedPage, RenderInput } from '#site/contract.ts'

/** The texts of a page in its language. */
type PageWords = Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>

/** The exports of the SSR build. */
export interface PageRenderer {
  /** All public pages, of the site and of the features. */
  publicPages: readonly PublicPage[]
  renderPage(input: RenderInput): RenderedPage
  describeCard(page: PublicPage, words: PageWords): ShareCard
  /** What search engines show of a page. */
  describeSearchResult(page: PublicPage, words: PageWords): { title: string; description: string }
}

/** Loads the SSR build. This is the only place that does. */
export async function loadPageRenderer(): Promise<PageRenderer> {
  return import(new URL('../../../dist/server/render.js', import.meta.url).href)
}
