import { definePermissions } from '#shared/permissions.ts'

export const ledgerPermissions = definePermissions('ledger', {
  readHealth: 'admin',
  rotateKeys: { least: 'admin', recentPassword: true },
  anchor: 'admin',
})
