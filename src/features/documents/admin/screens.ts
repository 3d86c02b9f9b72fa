import type { AdminScreen } from '#admin/kit/screen.ts'
import { documentPermissions } from '#features/documents/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'documents',
    menu: { label: 'screens.documents', group: 'site', order: 30, permission: documentPermissions.read },
    load: async () => (await import('#features/documents/admin/list/documents-screen.tsx')).DocumentsScreen,
  },
  {
    path: 'documents/upload',
    found: { label: 'screens.uploadDocuments', permission: documentPermissions.upload },
    load: async () => (await import('#features/documents/admin/upload/upload-screen.tsx')).UploadScreen,
  },
  {
    path: 'documents/analytics',
    found: { label: 'screens.documentFigures', permission: documentPermissions.read },
    load: async () => (await import('#features/documents/admin/figures/figures-screen.tsx')).FiguresScreen,
  },
  {
    path: 'documents/pages',
    found: { label: 'screens.documentPages', permission: documentPermissions.read },
    load: async () => (await import('#features/documents/admin/pages/pages-screen.tsx')).PagesScreen,
  },
  {
    path: 'documents/:id',
    load: async () => (await import('#features/documents/admin/details/document-screen.tsx')).DocumentScreen,
  },
]
