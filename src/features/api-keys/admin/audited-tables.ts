import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  api_keys: { label: 'audit.subjects.apiKey', path: () => '/admin/api-keys' },
}
