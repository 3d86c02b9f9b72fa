import type { AdminNotice } from '#admin/kit/screen.ts'
import { operatorPermissions } from '#features/operator/permissions.ts'

export const notices: readonly AdminNotice[] = [
  {
    permission: operatorPermissions.read,
    load: async () => (await import('./missing-data-notice.tsx')).MissingDataNotice,
  },
  {
    permission: operatorPermissions.seeSearch,
    load: async () => (await import('./search-notice.tsx')).SearchNotice,
  },
]
