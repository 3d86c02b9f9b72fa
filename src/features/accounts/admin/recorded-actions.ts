import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { resetByOperator, secondFactorDisabledByOperator } from '#features/accounts/model.ts'

export const recordedActions: RecordedActionSentences = {
  [resetByOperator]: 'profile.recorded.passwordReset',
  [secondFactorDisabledByOperator]: 'profile.recorded.secondFactorDisabled',
  'accounts.changeSecondFactor': 'profile.recorded.secondFactorChanged',
  'accounts.resetSecondFactor': 'profile.recorded.secondFactorReset',
}
