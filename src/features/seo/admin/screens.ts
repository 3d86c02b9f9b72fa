import type { AdminScreen } from '#admin/kit/screen.ts'
import { seoPermissions } from '#features/seo/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'seo/redirects',
    found: { label: 'screens.seoRedirects', permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/redirects/redirects-screen.tsx')).RedirectsScreen,
  },
]
