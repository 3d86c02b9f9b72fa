import type { AdminScreen } from '#admin/kit/screen.ts'
import { auditPermissions } from '#features/audit/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'audit',
    menu: { label: 'screens.audit', group: 'system', order: 42, permission: auditPermissions.read },
    load: async () => (await import('./audit-screen.tsx')).AuditScreen,
  },
]
