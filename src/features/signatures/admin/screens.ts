import type { AdminScreen } from '#admin/kit/screen.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'signatures',
    menu: { label: 'screens.signatures', group: 'people', order: 35, permission: signaturePermissions.read },
    load: async () =>
      (await import('#features/signatures/admin/list/signatures-screen.tsx')).SignaturesScreen,
  },
  {
    path: 'signatures/:id',
    load: async () =>
      (await import('#features/signatures/admin/details/signature-screen.tsx')).SignatureScreen,
  },
]
