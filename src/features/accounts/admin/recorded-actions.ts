import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { resetByOperator } from '#features/accounts/model.ts'

export const recordedActions: RecordedActionSentences = {
  [resetByOperator]: 'profile.recorded.passwordReset',
  'accounts.invite': 'profile.recorded.userInvited',
  'accounts.changeUsers': 'profile.recorded.userChanged',
  'accounts.deleteUsers': 'profile.recorded.userDeleted',
}
