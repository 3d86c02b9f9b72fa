import type { AdminNotice } from '#admin/kit/screen.ts'
import { commentPermissions } from '#features/comments/permissions.ts'
import { contentPermissions } from '#features/content/permissions.ts'

export const notices: readonly AdminNotice[] = [
  {
    permission: contentPermissions.edit,
    load: async () => (await import('#features/content/admin/list/own-tasks-notice.tsx')).OwnTasksNotice,
  },
  {
    permission: commentPermissions.write,
    load: async () => (await import('#features/content/admin/panels/asked-notice.tsx')).AskedNotice,
  },
]
