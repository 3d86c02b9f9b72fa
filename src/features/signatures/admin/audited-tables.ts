import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  signature_document_keys: { label: 'audit.subjects.documentKey' },
}
