import type { AdminScreen } from '#admin/kit/screen.ts'
import { seoPermissions } from '#features/seo/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'seo/tools',
    found: { label: 'screens.seoTools', permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/tools/tools-screen.tsx')).ToolsScreen,
  },
]
