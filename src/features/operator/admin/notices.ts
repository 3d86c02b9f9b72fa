import type { AdminNotice } from '#admin/kit/screen.ts'
import { operatorPermissions } from '#features/operator/permissions.ts'
import { MissingDataNotice } from './missing-data-notice.tsx'
import { SearchNotice } from './search-notice.tsx'

export const notices: readonly AdminNotice[] = [
  { permission: operatorPermissions.read, Notice: MissingDataNotice },
  { permission: operatorPermissions.seeSearch, Notice: SearchNotice },
]
