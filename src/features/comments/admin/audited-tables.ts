import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  comments: {
    label: 'audit.subjects.comment',
    path: ({ values }) => `/admin/content/${values.key}?language=${values.language}`,
  },
}
