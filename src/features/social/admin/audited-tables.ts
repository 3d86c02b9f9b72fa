import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  social_accounts: { label: 'audit.subjects.socialAccount', path: () => '/admin/social/cuentas' },
  social_posts: { label: 'audit.subjects.socialPost', path: ({ row }) => `/admin/social/posts/${row}` },
}
