import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  sensitive_actions: { label: 'audit.subjects.action' },
}
