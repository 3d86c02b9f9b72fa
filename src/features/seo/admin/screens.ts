import type { AdminScreen } from '#admin/kit/screen.ts'
import { seoPermissions } from '#features/seo/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'seo',
    menu: { label: 'screens.seo', group: 'site', order: 40, permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/overview/overview-screen.tsx')).OverviewScreen,
  },
]
