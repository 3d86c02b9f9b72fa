import { definePermissions } from '#shared/permissions.ts'

export const livePermissions = definePermissions('live', { follow: 'viewer' }, { allowsKeys: false })
