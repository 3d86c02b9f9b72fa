import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  analytics_bot_rules: { label: 'audit.subjects.botRule' },
}
