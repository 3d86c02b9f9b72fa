import type { LiveTopic } from '#shared/live/topic.ts'
import { definePermissions, type Permission } from '#shared/permissions.ts'
import type { TemplateKind } from './contract.ts'
import { isSecurityTemplate } from './model.ts'

export const mailPermissions = definePermissions('mail', {
  readMetrics: 'viewer',
  /** Reads the status, subject and history of each mail. */
  readMessages: 'viewer',
  /** Reads the address of each mail. */
  readAddresses: 'editor',
  /** Reads personal mails in the outbox. Those to users hold links to new passwords, which no program should have. */
  readOutbox: { least: 'admin', allowsKeys: false },
  resend: 'editor',
  readSuppressions: 'editor',
  editSuppressions: 'editor',
  readTemplates: 'viewer',
  /** Also tests them. */
  editTemplates: 'translator',
  /** Changes and tests the templates of security mails; a change requires a recent password. */
  editSecurityTemplates: { least: 'admin', recentPassword: true },
  takeBounces: 'admin',
})

/** Signalled when the status of a mail has changed. */
export const mailsChanged: LiveTopic = { name: 'mails', permission: mailPermissions.readMessages }

/** The permission to change and test a template. */
export function templatePermission(kind: TemplateKind): Permission {
  return isSecurityTemplate(kind) ? mailPermissions.editSecurityTemplates : mailPermissions.editTemplates
}
