import type { AdminScreen } from '#admin/kit/screen.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'profile',
    found: { label: 'screens.profile' },
    load: async () => (await import('#features/accounts/admin/profile/profile-screen.tsx')).ProfileScreen,
  },
]
