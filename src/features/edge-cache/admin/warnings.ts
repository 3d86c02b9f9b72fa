import type { AdminWarning } from '#admin/kit/screen.ts'
import { edgeCachePermissions } from '#features/edge-cache/permissions.ts'

export const warnings: readonly AdminWarning[] = [
  {
    permission: edgeCachePermissions.read,
    load: async () => (await import('./edge-cache-warning.tsx')).EdgeCacheWarning,
  },
]
