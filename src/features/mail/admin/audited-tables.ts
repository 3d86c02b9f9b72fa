import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  mail_templates: {
    label: 'audit.subjects.mailText',
    path: ({ values }) => `/admin/email/templates/${values.kind}`,
  },
  mail_suppressions: { label: 'audit.subjects.suppression', path: () => '/admin/email-metrics/suppressions' },
}
