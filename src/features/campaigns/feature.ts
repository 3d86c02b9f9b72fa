import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createCampaignNames } from './names.ts'
import { campaignPoller } from './poller.ts'
import { createPreparation, type PreparationOptions } from './preparation.ts'
import { type CampaignRouteOptions, campaignRoutes } from './routes.ts'
import { type CampaignOptions, createCampaigns } from './service.ts'
import { createCampaignStore } from './store.ts'

/** The texts and names of campaigns, for the mails. It depends on no other feature. */
export function createCampaignRecords({ db }: Core) {
  return { findText: createCampaignStore(db).findText, nameCampaigns: createCampaignNames(db) }
}

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
