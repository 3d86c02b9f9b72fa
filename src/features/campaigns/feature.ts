import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { campaignDraftRoutes } from './draft-routes.ts'
import { type CampaignDraftOptions, createCampaignDrafts } from './drafts.ts'
import { campaignPoller } from './poller.ts'
import { createPreparation, type PreparationOptions } from './preparation.ts'
import {
  type CampaignRunRouteOptions,
  campaignReadingRoutes,
  campaignRoutes,
  campaignRunRoutes,
} from './routes.ts'
import { createCampaignRuns } from './runs.ts'
import { type CampaignOptions, createCampaigns } from './service.ts'

interface CampaignNeeds extends Pick<CampaignRunRouteOptions, 'approverOf'> {
  audiences: CampaignDraftOptions['audiences'] & { next: PreparationOptions['nextOf'] }
  mail: CampaignOptions['mail'] & CampaignDraftOptions['mail'] & PreparationOptions['mail']
}

/** Marketing mails to many leads. */
export function createCampaignFeature(core: Core, { audiences, mail, approverOf }: CampaignNeeds) {
  const { db, clock, publicUrl } = core
  const campaigns = createCampaigns({ db, clock, audiences, mail })
  const runs = createCampaignRuns({ db, clock, audiences, mail })
  const drafts = createCampaignDrafts({ db, publicUrl, audiences, mail })
  const preparation = createPreparation({ db, clock, publicUrl, nextOf: audiences.next, mail })
  return {
    apiParts: [
      { name: 'Campaigns', description: 'Mails to many early adopters who agreed to them.', group: 'team' },
    ],
    routes: [
      campaignReadingRoutes({ campaigns }),
      campaignRoutes({ campaigns }),
      campaignRunRoutes({ runs, approverOf }),
      campaignDraftRoutes({ drafts }),
    ],
    pollers: [campaignPoller(preparation)],
  } satisfies Feature
}
