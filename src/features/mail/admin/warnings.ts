import type { AdminWarning } from '#admin/kit/screen.ts'
import { mailPermissions } from '#features/mail/permissions.ts'

export const warnings: readonly AdminWarning[] = [
  {
    permission: mailPermissions.readMetrics,
    load: async () => (await import('./mail-warning.tsx')).MailWarning,
  },
]
