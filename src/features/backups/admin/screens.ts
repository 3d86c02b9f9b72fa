import type { AdminScreen } from '#admin/kit/screen.ts'
import { backupPermissions } from '#features/backups/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'backups',
    menu: { label: 'screens.backups', group: 'system', order: 15, permission: backupPermissions.read },
    load: async () => (await import('./backups-screen.tsx')).BackupsScreen,
  },
  {
    path: 'backups/restore',
    found: { label: 'screens.backupsRestore', permission: backupPermissions.restore },
    load: async () => (await import('#features/backups/admin/restoring/restore-screen.tsx')).RestoreScreen,
  },
  {
    path: 'backups/:id',
    load: async () => (await import('./backup-screen.tsx')).BackupScreen,
  },
]
