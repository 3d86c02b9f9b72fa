import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import {
  createdByOperator,
  resetByOperator,
  secondFactorDisabledByOperator,
} from '#features/accounts/model.ts'

export const recordedActions: RecordedActionSentences = {
  [createdByOperator]: 'profile.recorded.userCreated',
  [resetByOperator]: 'profile.recorded.passwordReset',
  'accounts.invite': 'profile.recorded.userInvited',
  'accounts.changeUsers': 'profile.recorded.userChanged',
  'accounts.deleteUsers': 'profile.recorded.userDeleted',
  [secondFactorDisabledByOperator]: 'profile.recorded.secondFactorDisabled',
  'accounts.changeSecondFactor': 'profile.recorded.secondFactorChanged',
  'accounts.resetSecondFactor': 'profile.recorded.secondFactorReset',
}
