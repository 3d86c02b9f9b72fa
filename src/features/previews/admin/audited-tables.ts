import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  previews: { label: 'audit.subjects.preview' },
}
