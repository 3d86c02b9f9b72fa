import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  seo_dismissals: {
    label: 'audit.subjects.siteFinding',
    path: () => '/admin/seo?view=findings&status=dismissed',
  },
}
