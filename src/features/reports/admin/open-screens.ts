import type { OpenScreen } from '#admin/kit/screen.ts'
import { sharedPath } from '#features/reports/admin/shared/shared-path.ts'

export const openScreens: readonly OpenScreen[] = [
  {
    path: sharedPath,
    load: async () => (await import('#features/reports/admin/shared/shared-area.tsx')).SharedArea,
  },
]
