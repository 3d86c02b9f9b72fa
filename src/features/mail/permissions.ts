import { definePermissions, type Permission } from '#shared/permissions.ts'
import type { TemplateKind } from './contract.ts'
import { isSecurityTemplate } from './model.ts'

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
  /** Also tests them. */
  editTemplates: 'editor',
  /** The same for the texts of mails about security; to change them asks for a recent password. */
  editSecurityTemplates: { least: 'admin', recentPassword: true },
  takeBounces: 'admin',
})

/** What it takes to change and test a template. */
export function templatePermission(kind: TemplateKind): Permission {
  return isSecurityTemplate(kind) ? mailPermissions.editSecurityTemplates : mailPermissions.editTemplates
}
