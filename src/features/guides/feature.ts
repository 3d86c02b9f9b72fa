import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { apiSettings } from '#http/public-api/settings.ts'
import type { PageSource } from '#site/routes.ts'
import type { QuickstartFacts } from './contract.ts'
import { guideRoutes } from './routes.ts'

/** The guides of the public documentation. */
export function createGuideFeature({ settings }: Core) {
  const quickstart: PageSource<'quickstart'> = {
    name: 'quickstart',
    load: async (): Promise<QuickstartFacts> => ({ callsPerHour: settings.get(apiSettings.apiRateLimit) }),
  }
  return { routes: [guideRoutes()], pageSources: [quickstart] } satisfies Feature
}
