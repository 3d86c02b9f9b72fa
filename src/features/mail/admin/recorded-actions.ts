import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { mailPermissions } from '#features/mail/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [mailPermissions.editSecurityTemplates.action]: 'profile.recorded.securityTextChanged',
}
