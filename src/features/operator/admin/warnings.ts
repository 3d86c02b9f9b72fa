import type { AdminWarning } from '#admin/kit/screen.ts'
import { operatorPermissions } from '#features/operator/permissions.ts'

export const warnings: readonly AdminWarning[] = [
  {
    permission: operatorPermissions.read,
    load: async () => (await import('./worker-warning.tsx')).WorkerWarning,
  },
]
