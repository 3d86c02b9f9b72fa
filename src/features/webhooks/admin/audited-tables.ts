import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  webhooks: { label: 'audit.subjects.webhook', path: ({ row }) => `/admin/webhooks/${row}` },
}
