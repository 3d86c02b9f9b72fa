import type { OpenScreen } from '#admin/kit/screen.ts'
import { progressPath } from './restoring/progress-path.ts'

export const openScreens: readonly OpenScreen[] = [
  {
    path: progressPath,
    load: async () => (await import('./restoring/progress-screen.tsx')).ProgressScreen,
  },
]
