import { definePermissions } from '#shared/permissions.ts'

export const settingPermissions = definePermissions('settings', {
  /** Each setting says besides who may read it. */
  read: 'editor',
  readHistory: 'admin',
  change: 'admin',
})
