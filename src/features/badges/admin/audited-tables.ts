import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  badge_awards: {
    label: 'audit.subjects.award',
    path: ({ values }) =>
      typeof values.lead_id === 'string' ? `/admin/early-adopters/${values.lead_id}` : undefined,
  },
  badge_bulks: { label: 'audit.subjects.bulkAward', path: () => '/admin/badges' },
  badge_texts: {
    label: 'audit.subjects.badgeText',
    path: ({ values }) => `/admin/badges/${values.badge_type}`,
  },
  signing_keys: {
    label: 'audit.subjects.signingKey',
    path: ({ values }) => (values.purpose === 'ledger' ? undefined : '/admin/badges'),
  },
}
