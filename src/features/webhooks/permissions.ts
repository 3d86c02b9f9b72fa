import { definePermissions } from '#shared/permissions.ts'

export const webhookPermissions = definePermissions(
  'webhooks',
  {
    /** The webhooks, and what was sent to them. */
    read: 'admin',
    /** Adding, changing and deleting them, and new secrets. */
    change: { least: 'admin', recentPassword: true },
    /** Sending a test, or what failed once more. */
    send: 'admin',
  },
  { allowsKeys: false },
)
