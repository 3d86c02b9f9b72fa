import type { AdminScreen } from '#admin/kit/screen.ts'
import { jobPermissions } from '#features/jobs/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'jobs',
    menu: { label: 'screens.jobs', group: 'system', order: 90, permission: jobPermissions.read },
    load: async () => (await import('./jobs-screen.tsx')).JobsScreen,
  },
]
