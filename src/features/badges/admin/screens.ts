import type { AdminScreen } from '#admin/kit/screen.ts'
import { badgePermissions } from '#features/badges/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'badges',
    menu: { label: 'screens.badges', group: 'people', order: 30, permission: badgePermissions.read },
    load: async () => (await import('./badges-screen.tsx')).BadgesScreen,
  },
  {
    path: 'badges/:type',
    load: async () => (await import('./badge-text-screen.tsx')).BadgeTextScreen,
  },
]
