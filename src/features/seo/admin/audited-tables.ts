import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  seo_submission_runs: { label: 'audit.subjects.submission', path: () => '/admin/seo/tools' },
  seo_index_now_keys: { label: 'audit.subjects.indexNowKey', path: () => '/admin/seo/tools' },
}
