import type { AdminScreen } from '#admin/kit/screen.ts'
import { socialPermissions } from '#features/social/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'social',
    menu: { label: 'screens.social', group: 'site', order: 35, permission: socialPermissions.readPosts },
    load: async () => (await import('#features/social/admin/schedule/schedule-screen.tsx')).ScheduleScreen,
  },
  {
    path: 'social/cuentas',
    found: { label: 'screens.socialAccounts', permission: socialPermissions.readAccounts },
    load: async () => (await import('#features/social/admin/accounts/accounts-screen.tsx')).AccountsScreen,
  },
  {
    path: 'social/alertas',
    found: { label: 'screens.socialAlerts', permission: socialPermissions.readPosts },
    load: async () => (await import('#features/social/admin/alerts/alerts-screen.tsx')).AlertsScreen,
  },
  {
    path: 'social/posts/:id',
    load: async () => (await import('#features/social/admin/alerts/post-screen.tsx')).PostScreen,
  },
]
