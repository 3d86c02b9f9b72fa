import { definePermissions } from '#shared/permissions.ts'

export const mailPermissions = definePermissions('mail', {
  readMetrics: 'viewer',
  /** State, subject and history of each mail. */
  readMessages: 'viewer',
  /** To whom each mail goes. */
  readAddresses: 'editor',
  /** What personal mails say, where no mail leaves. */
  readOutbox: 'admin',
  resend: 'editor',
  readSuppressions: 'editor',
  editSuppressions: 'editor',
  readTemplates: 'viewer',
  editTemplates: 'editor',
  takeBounces: 'admin',
})
