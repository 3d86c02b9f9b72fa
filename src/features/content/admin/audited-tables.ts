import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  content_versions: {
    label: 'audit.subjects.text',
    path: ({ values }) => `/admin/content/${values.key}?language=${values.language}`,
  },
  content_assignments: {
    label: 'audit.subjects.assignment',
    path: ({ values }) => `/admin/content/${values.key}?language=${values.language}`,
  },
}
