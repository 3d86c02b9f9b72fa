import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  signatures: {
    label: 'audit.subjects.signature',
    path: ({ values }) =>
      typeof values.lead_id === 'string' ? `/admin/early-adopters/${values.lead_id}` : undefined,
  },
  signature_bulks: { label: 'audit.subjects.bulkInvitation', path: () => '/admin/signatures' },
  signature_master_keys: { label: 'audit.subjects.masterKey', path: () => '/admin/signatures' },
}
