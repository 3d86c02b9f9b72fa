import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  documents: { label: 'audit.subjects.document' },
  document_versions: { label: 'audit.subjects.documentFile' },
}
