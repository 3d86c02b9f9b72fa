import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import type { PageSource } from '#site/routes.ts'
import type { QuickstartFacts } from './contract.ts'
import { guideRoutes } from './routes.ts'

/** The guides of the public documentation. */
export function createGuideFeature({ config }: Core) {
  const quickstart: PageSource<'quickstart'> = {
    name: 'quickstart',
    load: async (): Promise<QuickstartFacts> => ({ callsPerHour: config.http.apiRateLimit }),
  }
  return { routes: [guideRoutes()], pageSources: [quickstart] } satisfies Feature
}
