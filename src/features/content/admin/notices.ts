import type { AdminNotice } from '#admin/kit/screen.ts'
import { contentPermissions } from '#features/content/permissions.ts'

export const notices: readonly AdminNotice[] = [
  {
    permission: contentPermissions.edit,
    load: async () => (await import('#features/content/admin/list/own-tasks-notice.tsx')).OwnTasksNotice,
  },
]
