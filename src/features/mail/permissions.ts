import { definePermissions } from '#shared/permissions.ts'

export const mailPermissions = definePermissions('mail', {
  readMetrics: 'viewer',
  /** State and history of each mail; without addresses for viewers. */
  readMessages: 'viewer',
  resend: 'editor',
  readSuppressions: 'editor',
  editSuppressions: 'editor',
  readTemplates: 'viewer',
  editTemplates: 'editor',
  takeBounces: 'admin',
})
