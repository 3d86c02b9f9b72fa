import type { AdminScreen } from '#admin/kit/screen.ts'
import { settingPermissions } from '#features/settings/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'settings',
    menu: { label: 'screens.settings', group: 'system', order: 10, permission: settingPermissions.change },
    load: async () => (await import('./general-screen.tsx')).GeneralScreen,
  },
  { path: 'settings/seo', load: async () => (await import('./seo-screen.tsx')).SeoScreen },
  { path: 'settings/api', load: async () => (await import('./api-screen.tsx')).ApiScreen },
  {
    path: 'settings/history',
    load: async () => (await import('#features/settings/admin/history/history-screen.tsx')).HistoryScreen,
  },
]
