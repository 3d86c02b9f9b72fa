import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import { campaignsChanged } from './contract.ts'
import { campaignDraftRoutes } from './draft-routes.ts'
import { type CampaignDraftOptions, createCampaignDrafts } from './drafts.ts'
import { campaignNotifications } from './notifications.ts'
import { campaignPermissions } from './permissions.ts'
import { createTextCheck, type FindPictures } from './pictures.ts'
import { campaignPoller } from './poller.ts'
import { createPreparation, type PreparationOptions } from './preparation.ts'
import { createCampaignRecordStore } from './record-store.ts'
import { campaignBackup } from './restoring-store.ts'
import {
  type CampaignRunRouteOptions,
  campaignReadingRoutes,
  campaignRoutes,
  campaignRunRoutes,
} from './routes.ts'
import { createCampaignRuns } from './runs.ts'
import { createCampaignSearch } from './search.ts'
import { type CampaignOptions, createCampaigns } from './service.ts'

interface CampaignNeeds extends Pick<CampaignRunRouteOptions, 'approverOf'> {
  audiences: CampaignDraftOptions['audiences'] & { next: PreparationOptions['nextOf'] }
  mail: CampaignOptions['mail'] &
    CampaignDraftOptions['mail'] &
    PreparationOptions['mail'] & { checkText: Parameters<typeof createTextCheck>[0] }
  notify: PreparationOptions['notify']
  createTextSearch: CreateTextSearch
  /** The pictures of the team, of another feature. */
  findPictures: FindPictures
}

/** Marketing mails to many leads. */
export function createCampaignFeature(
  core: Core,
  { audiences, mail, findPictures, approverOf, notify, createTextSearch }: CampaignNeeds,
) {
  const { db, clock, publicUrl, translator } = core
  const checkText = createTextCheck(mail.checkText, findPictures)
  const campaigns = createCampaigns({ db, clock, audiences, checkText, mail })
  const runs = createCampaignRuns({ db, clock, audiences, checkText, mail })
  const drafts = createCampaignDrafts({ db, publicUrl, audiences, checkText, mail })
  const preparation = createPreparation({ db, clock, publicUrl, nextOf: audiences.next, mail, notify })
  return {
    backup: campaignBackup,
    permissions: campaignPermissions,
    liveTopics: [campaignsChanged],
    notifications: campaignNotifications,
    timeline: [
      {
        kind: 'campaigns',
        permission: campaignPermissions.read,
        list: createCampaignRecordStore(db).listStarted,
      },
    ],
    search: [createCampaignSearch({ db, translator, createTextSearch })],
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
