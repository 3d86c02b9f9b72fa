import type { AdminScreen } from '#admin/kit/screen.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'early-adopters',
    menu: { label: 'people.title', group: 'people', order: 20, permission: leadPermissions.read },
    load: async () =>
      (await import('#features/early-adopters/admin/list/early-adopters-screen.tsx')).EarlyAdoptersScreen,
  },
  {
    path: 'early-adopters/import',
    found: { label: 'screens.importPeople', permission: leadPermissions.import },
    load: async () => (await import('#features/early-adopters/admin/import/import-screen.tsx')).ImportScreen,
  },
  {
    path: 'early-adopters/tags',
    found: { label: 'screens.tags', permission: leadPermissions.read },
    load: async () => (await import('#features/early-adopters/admin/tags/tags-screen.tsx')).TagsScreen,
  },
  {
    path: 'early-adopters/:id',
    load: async () => (await import('#features/early-adopters/admin/lead/lead-screen.tsx')).LeadScreen,
  },
]
