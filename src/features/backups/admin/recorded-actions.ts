import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'

export const recordedActions: RecordedActionSentences = {
  'backups.download': 'profile.recorded.backupDownloaded',
  'backups.delete': 'profile.recorded.backupDeleted',
}
