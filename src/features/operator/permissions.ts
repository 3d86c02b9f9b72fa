import { definePermissions } from '#shared/permissions.ts'

export const operatorPermissions = definePermissions('operator', {
  read: 'admin',
  /** Whether the search knows all letters. */
  seeSearch: 'admin',
})
