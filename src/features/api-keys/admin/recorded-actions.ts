import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'

export const recordedActions: RecordedActionSentences = {
  'apiKeys.create': 'profile.recorded.apiKeyMade',
  'apiKeys.revoke': 'profile.recorded.apiKeyRevoked',
}
