import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { badgePermissions } from '#features/badges/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [badgePermissions.rotateKeys.action]: 'profile.recorded.keyRotated',
}
