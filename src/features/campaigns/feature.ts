import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { campaignPoller } from './poller.ts'
import { createPreparation, type PreparationOptions } from './preparation.ts'
import { type CampaignRouteOptions, campaignRoutes } from './routes.ts'
import { type CampaignOptions, createCampaigns } from './service.ts'

interface CampaignNeeds extends Pick<CampaignRouteOptions, 'approverOf'> {
  audiences: CampaignOptions['audiences'] & { next: PreparationOptions['nextOf'] }
  mail: CampaignOptions['mail'] & PreparationOptions['mail']
}

/** Marketing mails to many leads. */
export function createCampaignFeature(core: Core, { audiences, mail, approverOf }: CampaignNeeds) {
  const { db, clock, publicUrl } = core
  const campaigns = createCampaigns({ db, clock, publicUrl, audiences, mail })
  const preparation = createPreparation({ db, clock, publicUrl, nextOf: audiences.next, mail })
  return {
    routes: [campaignRoutes({ campaigns, approverOf })],
    pollers: [campaignPoller(preparation)],
  } satisfies Feature
}
