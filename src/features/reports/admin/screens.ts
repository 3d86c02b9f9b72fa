import type { AdminScreen } from '#admin/kit/screen.ts'
import { reportPermissions } from '#features/reports/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'reports',
    found: { label: 'screens.reports', permission: reportPermissions.receive },
    load: async () => (await import('./reports-screen.tsx')).ReportsScreen,
  },
]
