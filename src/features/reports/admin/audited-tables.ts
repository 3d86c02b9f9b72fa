import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  report_links: { label: 'audit.subjects.reportLink', path: () => '/admin/reports' },
  report_mails: { label: 'audit.subjects.reportMail', path: () => '/admin/reports' },
}
