import type { AdminScreen } from '#admin/kit/screen.ts'
import { seoPermissions } from '#features/seo/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'seo',
    menu: { label: 'screens.seo', group: 'site', order: 40, permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/overview/overview-screen.tsx')).OverviewScreen,
  },
  {
    path: 'seo/verification',
    found: { label: 'screens.seoVerification', permission: seoPermissions.read },
    load: async () =>
      (await import('#features/seo/admin/verification/verification-screen.tsx')).VerificationScreen,
  },
  {
    path: 'seo/documents',
    found: { label: 'screens.seoDocuments', permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/documents/documents-screen.tsx')).DocumentSeoScreen,
  },
  {
    path: 'seo/appearance',
    found: { label: 'screens.seoAppearance', permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/appearance/appearance-screen.tsx')).AppearanceScreen,
  },
  {
    path: 'seo/redirects',
    found: { label: 'screens.seoRedirects', permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/redirects/redirects-screen.tsx')).RedirectsScreen,
  },
  {
    path: 'seo/tools',
    found: { label: 'screens.seoTools', permission: seoPermissions.read },
    load: async () => (await import('#features/seo/admin/tools/tools-screen.tsx')).ToolsScreen,
  },
  {
    path: 'seo/google',
    found: { label: 'screens.seoGoogle', permission: seoPermissions.read },
    load: async () =>
      (await import('#features/seo/admin/search-console/search-console-screen.tsx')).SearchConsoleScreen,
  },
]
