import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  releases: { label: 'audit.subjects.release', path: ({ row }) => `/admin/content/releases/${row}` },
  release_items: {
    label: 'audit.subjects.releaseText',
    path: ({ values }) => `/admin/content/releases/${values.release_id}`,
  },
}
