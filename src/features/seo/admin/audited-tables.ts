import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  redirects: { label: 'audit.subjects.redirect', path: () => '/admin/seo/redirects' },
  ignored_addresses: { label: 'audit.subjects.ignoredAddress', path: () => '/admin/seo/redirects' },
  seo_dismissals: {
    label: 'audit.subjects.siteFinding',
    path: () => '/admin/seo?view=findings&status=dismissed',
  },
  seo_submission_runs: { label: 'audit.subjects.submission', path: () => '/admin/seo/tools' },
  seo_index_now_keys: { label: 'audit.subjects.indexNowKey', path: () => '/admin/seo/tools' },
}
