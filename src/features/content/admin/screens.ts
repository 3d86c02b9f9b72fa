import type { AdminScreen } from '#admin/kit/screen.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { mediaPermissions } from '#features/media/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'content',
    menu: { label: 'content.title', group: 'site', order: 10, permission: contentPermissions.read },
    load: async () => (await import('#features/content/admin/list/content-screen.tsx')).ContentScreen,
  },
  {
    path: 'content/tasks',
    found: { label: 'screens.translationTasks', permission: contentPermissions.read },
    load: async () => (await import('#features/content/admin/list/tasks-screen.tsx')).TasksScreen,
  },
  {
    path: 'content/transfer',
    found: { label: 'screens.contentTransfer', permission: contentPermissions.export },
    load: async () => (await import('#features/content/admin/transfer/transfer-screen.tsx')).TransferScreen,
  },
  {
    path: 'content/transfer/:id',
    load: async () => (await import('#features/content/admin/transfer/import-screen.tsx')).ImportScreen,
  },
  {
    path: 'content/:key',
    load: async () => (await import('#features/content/admin/editor/editor-screen.tsx')).EditorScreen,
  },
  {
    path: 'pictures',
    menu: { label: 'screens.pictures', group: 'site', order: 15, permission: mediaPermissions.read },
    load: async () => (await import('#features/content/admin/pictures/pictures-screen.tsx')).PicturesScreen,
  },
  {
    path: 'pictures/:id',
    load: async () => (await import('#features/content/admin/pictures/picture-screen.tsx')).PictureScreen,
  },
]
