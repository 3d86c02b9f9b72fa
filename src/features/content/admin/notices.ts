import type { AdminNotice } from '#admin/kit/screen.ts'
import { commentPermissions } from '#features/comments/permissions.ts'
import { OwnTasksNotice } from '#features/content/admin/list/own-tasks-notice.tsx'
import { AskedNotice } from '#features/content/admin/panels/asked-notice.tsx'
import { contentPermissions } from '#features/content/permissions.ts'

export const notices: readonly AdminNotice[] = [
  { permission: contentPermissions.edit, Notice: OwnTasksNotice },
  { permission: commentPermissions.write, Notice: AskedNotice },
]
