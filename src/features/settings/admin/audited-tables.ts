import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  setting_revisions: { label: 'audit.subjects.setting', path: () => '/admin/settings/history' },
}
