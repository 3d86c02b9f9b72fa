import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'

export const recordedActions: RecordedActionSentences = {
  'edgeCache.purge': 'profile.recorded.edgeCachePurged',
}
