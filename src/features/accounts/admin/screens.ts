import type { AdminScreen } from '#admin/kit/screen.ts'
import { accountPermissions } from '#features/accounts/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'profile',
    found: { label: 'screens.profile' },
    load: async () => (await import('#features/accounts/admin/profile/profile-screen.tsx')).ProfileScreen,
  },
  {
    path: 'users',
    menu: { label: 'screens.users', group: 'system', order: 20, permission: accountPermissions.readUsers },
    load: async () => (await import('#features/accounts/admin/users/users-screen.tsx')).UsersScreen,
  },
  {
    path: 'users/permissions',
    found: { label: 'screens.permissions', permission: accountPermissions.seePermissions },
    load: async () =>
      (await import('#features/accounts/admin/users/permissions-screen.tsx')).PermissionsScreen,
  },
  {
    path: 'users/:id',
    load: async () => (await import('#features/accounts/admin/users/user-screen.tsx')).UserScreen,
  },
]
