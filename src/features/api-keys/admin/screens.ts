import type { AdminScreen } from '#admin/kit/screen.ts'
import { apiKeyPermissions } from '#features/api-keys/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'api-keys',
    menu: { label: 'screens.apiKeys', group: 'system', order: 40, permission: apiKeyPermissions.read },
    load: async () => (await import('./api-keys-screen.tsx')).ApiKeysScreen,
  },
  {
    path: 'api-keys/new',
    found: { label: 'screens.newApiKey', permission: apiKeyPermissions.create },
    load: async () => (await import('./new-key-screen.tsx')).NewKeyScreen,
  },
]
