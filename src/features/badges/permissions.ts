import { definePermissions } from '#shared/permissions.ts'

export const badgePermissions = definePermissions('badges', {
  read: 'viewer',
  award: 'editor',
  revoke: 'editor',
  editTexts: 'translator',
  readKeys: 'admin',
  rotateKeys: { least: 'admin', recentPassword: true },
})
