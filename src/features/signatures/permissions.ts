import { definePermissions } from '#shared/permissions.ts'

export const signaturePermissions = definePermissions('signatures', {
  /** States and addresses, but not what people wrote. */
  read: 'viewer',
  readForms: 'editor',
  invite: 'editor',
  revoke: 'admin',
  export: { least: 'admin', recentPassword: true },
  readMasterKey: 'admin',
  rotateMasterKey: { least: 'admin', recentPassword: true },
})
