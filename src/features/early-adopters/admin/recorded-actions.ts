import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [leadPermissions.export.action]: 'profile.recorded.exported',
  [leadPermissions.erase.action]: 'profile.recorded.erased',
}
