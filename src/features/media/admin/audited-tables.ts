import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  pictures: { label: 'audit.subjects.picture', path: ({ row }) => `/admin/pictures/${row}` },
}
