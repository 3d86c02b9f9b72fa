import type { AdminScreen } from '#admin/kit/screen.ts'
import { releasePermissions } from '#features/releases/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'content/releases',
    found: { label: 'screens.releases', permission: releasePermissions.read },
    load: async () => (await import('./releases-screen.tsx')).ReleasesScreen,
  },
  {
    path: 'content/releases/new',
    found: { label: 'screens.newRelease', permission: releasePermissions.edit },
    load: async () => (await import('./release-screen.tsx')).NewReleaseScreen,
  },
  {
    path: 'content/releases/:id',
    load: async () => (await import('./release-screen.tsx')).ReleaseScreen,
  },
]
