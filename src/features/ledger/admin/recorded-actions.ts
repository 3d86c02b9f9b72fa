import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { ledgerPermissions } from '#features/ledger/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [ledgerPermissions.rotateKeys.action]: 'profile.recorded.ledgerKeyRotated',
}
