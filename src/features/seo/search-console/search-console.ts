import type { Feature } from '#feature.ts'
import { createFetcher } from '#features/seo/search-console/figures/fetcher.ts'
import { createFigures } from '#features/seo/search-console/figures/figures.ts'
import { createGoogleAccess } from '#features/seo/search-console/google/access.ts'
import {
  createSearchConsoleApi,
  realSearchConsole,
  type SearchConsoleEndpoints,
} from '#features/seo/search-console/google/api.ts'
import { createAsking } from '#features/seo/search-console/inspection/asking.ts'
import { createIndexState } from '#features/seo/search-console/inspection/index-state.ts'
import {
  createInspections,
  type InspectionOptions,
} from '#features/seo/search-console/inspection/inspections.ts'
import { createInspector, type InspectorOptions } from '#features/seo/search-console/inspection/inspector.ts'
import { createExchange } from '#features/seo/submission/engines/exchange.ts'
import { isPublicSite } from '#features/seo/submission/public-host.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import type { Revision } from '#platform/revision.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { searchConsoleChanged } from './contract.ts'
import { forgetFiguresJob } from './jobs.ts'
import { figureRoutes, inspectionRoutes } from './routes.ts'

export interface SearchConsoleNeeds
  extends Omit<InspectorOptions, 'api' | 'access'>,
    Pick<InspectionOptions, 'publicUrl' | 'findFindings'> {
  settings: Pick<LiveSettings, 'get'>
  revision: Pick<Revision, 'onChange'>
  /** Where Google is, how long it may take in milliseconds, and which private hosts may be called: only tests say so. */
  google?: { endpoints: SearchConsoleEndpoints; timeout: number; trustedHosts: ReadonlySet<string> }
}

/** What Google knows of the site's addresses, and how the site is found by it. */
export function createSearchConsole(needs: SearchConsoleNeeds) {
  const { clock, publicUrl, settings, revision, google } = needs
  const { endpoints = realSearchConsole, timeout = 20_000, trustedHosts = new Set<string>() } = google ?? {}
  const client = createOutgoingClient({ trustedHosts })
  const access = createGoogleAccess({ settings, publicUrl, isPublic: isPublicSite(publicUrl) })
  const api = createSearchConsoleApi({
    exchange: createExchange({ client, clock, timeout, userAgent: `Firmeza/${packageJson.version}` }),
    ...{ endpoints, account: access.account, property: access.property },
  })
  const inspector = createInspector({ ...needs, api, access })
  const fetcher = createFetcher({ ...needs, api, access })
  const inspections = createInspections(needs)
  const states = createIndexState({ ...needs, access })
  const asking = createAsking({ ...needs, access, inspections, states })
  const figures = createFigures({ ...needs, access })
  revision.onChange(inspector.noteChange)
  return {
    routes: [inspectionRoutes({ inspections, asking }), figureRoutes({ states, figures })],
    pollers: [inspector.poller, fetcher.poller],
    jobs: [forgetFiguresJob(needs)],
    liveTopics: [searchConsoleChanged],
    /** What Google last said of addresses. */
    findIndex: states.findIndex,
    ...{ inspections, states, asking, figures },
    /** Resolves when Google is not being asked anything. */
    drain: async () => {
      await Promise.all([inspector.drain(), fetcher.drain()])
    },
    endResponses: asking.stop,
    async close() {
      await Promise.all([inspector.stop(), fetcher.stop()])
      client.close()
    },
  } satisfies Feature & Record<string, unknown>
}
