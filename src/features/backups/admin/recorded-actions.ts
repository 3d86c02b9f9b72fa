import type { RecordedActionSentences } from '#admin/kit/recorded-actions.ts'

export const recordedActions: RecordedActionSentences = {
  'backups.download': 'profile.recorded.backupDownloaded',
  'backups.restore': 'profile.recorded.backupRestoreAsked',
  'backups.restored': 'profile.recorded.backupRestored',
  'backups.delete': 'profile.recorded.backupDeleted',
}
