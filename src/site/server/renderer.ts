import type { ShareCard } from '#features/seo/contract.ts'
import type { PageInput, PublicPage, RenderedPage, RenderInput } from '#site/contract.ts'

/** The exports of the SSR build. */
export interface PageRenderer {
  /** All public pages, of the site and of the features. */
  publicPages: readonly PublicPage[]
  renderPage(input: RenderInput): RenderedPage
  describeCard(page: PublicPage, words: Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>): ShareCard
}

/** Loads the SSR build. This is the only place that does. */
export async function loadPageRenderer(): Promise<PageRenderer> {
  return import(new URL('../../../dist/server/render.js', import.meta.url).href)
}
