import type { ShareCard } from '#features/seo/contract.ts'
import type { PageInput, RenderedPage } from '#site/contract.ts'
import type { RouteName } from '#site/routes.ts'

/** What the module of the SSR build exports. */
export interface PageRenderer {
  renderPage(input: PageInput): RenderedPage
  describeCard(page: RouteName, words: Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>): ShareCard
}

/** Loads the pages as `npm run build` made them. This is the only place that does. */
export async function loadPageRenderer(): Promise<PageRenderer> {
  return import(new URL('../../../dist/server/render.js', import.meta.url).href)
}
