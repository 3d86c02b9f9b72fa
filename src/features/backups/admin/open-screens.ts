import type { OpenScreen } from '#admin/kit/screen.ts'
import { progressPath } from '#features/backups/admin/restoring/progress-path.ts'

export const openScreens: readonly OpenScreen[] = [
  {
    path: progressPath,
    load: async () => (await import('#features/backups/admin/restoring/progress-screen.tsx')).ProgressScreen,
  },
]
