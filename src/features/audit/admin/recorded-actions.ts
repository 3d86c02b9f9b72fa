import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { auditPermissions } from '#features/audit/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [auditPermissions.export.action]: 'profile.recorded.auditExported',
}
