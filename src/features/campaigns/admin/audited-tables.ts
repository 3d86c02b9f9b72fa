import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  campaigns: { label: 'audit.subjects.campaign', path: ({ row }) => `/admin/email/campaigns/${row}` },
}
