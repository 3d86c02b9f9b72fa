import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  signatures: {
    label: 'audit.subjects.signature',
    path: ({ row }) => `/admin/signatures/${row}`,
  },
  signature_bulks: { label: 'audit.subjects.bulkInvitation', path: () => '/admin/signatures' },
  signature_master_keys: { label: 'audit.subjects.masterKey', path: () => '/admin/settings/signatures' },
  signature_document_keys: { label: 'audit.subjects.documentKey' },
}
