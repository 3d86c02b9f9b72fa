import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  sensitive_actions: { label: 'audit.subjects.action' },
  // What a restore has done to it.
  audit_entries: { label: 'audit.subjects.log' },
}
