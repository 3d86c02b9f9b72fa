import type { AdminScreen } from '#admin/kit/screen.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'content/releases',
    load: async () => (await import('./releases-screen.tsx')).ReleasesScreen,
  },
  {
    path: 'content/releases/new',
    load: async () => (await import('./release-screen.tsx')).NewReleaseScreen,
  },
  {
    path: 'content/releases/:id',
    load: async () => (await import('./release-screen.tsx')).ReleaseScreen,
  },
]
