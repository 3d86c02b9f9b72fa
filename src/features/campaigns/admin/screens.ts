import type { AdminScreen } from '#admin/kit/screen.ts'
import { campaignPermissions } from '#features/campaigns/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'email/campaigns',
    menu: { label: 'screens.campaigns', group: 'mail', order: 40, permission: campaignPermissions.read },
    load: async () => (await import('./campaigns-screen.tsx')).CampaignsScreen,
  },
  {
    path: 'email/campaigns/new',
    found: { label: 'screens.newCampaign', permission: campaignPermissions.edit },
    load: async () => (await import('./campaign-screen.tsx')).NewCampaignScreen,
  },
  {
    path: 'email/campaigns/:id',
    load: async () => (await import('./campaign-screen.tsx')).CampaignScreen,
  },
]
