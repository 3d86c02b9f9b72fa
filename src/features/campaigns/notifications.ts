import { z } from 'zod'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { campaignPermissions } from './permissions.ts'

const CampaignData = z.object({ campaign_id: z.uuid(), name: z.string() })
type CampaignData = z.infer<typeof CampaignData>

/** The last mail of a campaign was sent. */
export const campaignDone: NotificationType<CampaignData> = {
  name: 'campaigns.done',
  permission: campaignPermissions.read,
  schema: CampaignData,
  mail: 'never',
  isAlarming: false,
}

/** What the team is told about campaigns. */
export const campaignNotifications: readonly NotificationSource[] = [
  {
    type: campaignDone,
    describe: (told) =>
      told.map(({ data }) => ({
        variables: { name: data?.name ?? '' },
        path: data ? `/admin/email/campaigns/${data.campaign_id}` : '/admin/email/campaigns',
      })),
  } satisfies NotificationSource<CampaignData>,
]
