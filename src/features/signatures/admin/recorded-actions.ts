import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [signaturePermissions.rotateMasterKey.action]: 'profile.recorded.masterKeyRotated',
  [signaturePermissions.export.action]: 'profile.recorded.signaturesExported',
}
