import type { AdminScreen } from '#admin/kit/screen.ts'
import { mediaPermissions } from '#features/media/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'pictures',
    menu: { label: 'screens.pictures', order: 15, permission: mediaPermissions.read },
    load: async () => (await import('./pictures-screen.tsx')).PicturesScreen,
  },
  {
    path: 'pictures/:id',
    load: async () => (await import('./picture-screen.tsx')).PictureScreen,
  },
]
