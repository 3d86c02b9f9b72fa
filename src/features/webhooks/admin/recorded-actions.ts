import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'

export const recordedActions: RecordedActionSentences = {
  'webhooks.change': 'profile.recorded.webhookChanged',
}
