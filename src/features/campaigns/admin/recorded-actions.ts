import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'
import { startLargeAction } from '#features/campaigns/permissions.ts'

export const recordedActions: RecordedActionSentences = {
  [startLargeAction]: 'profile.recorded.campaignStarted',
}
