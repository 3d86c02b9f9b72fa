import type { AdminScreen } from '#admin/kit/screen.ts'
import { dashboardPermissions } from '#features/dashboard/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: '',
    menu: {
      label: 'screens.dashboard',
      group: 'overview',
      order: 0,
      permission: dashboardPermissions.read,
    },
    load: async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
  },
]
