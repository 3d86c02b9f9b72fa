import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { secretRenewedByOperator } from '#features/operator/model.ts'

export const recordedActions: RecordedActionSentences = {
  [secretRenewedByOperator]: 'profile.recorded.secretRenewed',
}
