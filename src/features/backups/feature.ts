import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { backupsChanged } from './contract.ts'
import { backupPermissions } from './permissions.ts'

/** Makes, proves and keeps backups. */
export function createBackupFeature(_core: Core) {
  return {
    permissions: backupPermissions,
    backup: { untouched: ['backups', 'backup_schedule'] },
    liveTopics: [backupsChanged],
    apiParts: [
      { name: 'Backups', description: 'Copies of the whole installation, each proven.', group: 'team' },
    ],
  } satisfies Feature
}
