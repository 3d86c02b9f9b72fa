import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  early_adopters: { label: 'audit.subjects.lead', path: ({ row }) => `/admin/early-adopters/${row}` },
  lead_enquiries: {
    label: 'audit.subjects.enquiry',
    path: ({ values }) =>
      typeof values.lead_id === 'string' ? `/admin/early-adopters/${values.lead_id}` : undefined,
  },
  lead_notes: {
    label: 'audit.subjects.note',
    path: ({ values }) =>
      typeof values.lead_id === 'string' ? `/admin/early-adopters/${values.lead_id}` : undefined,
  },
  lead_email_changes: {
    label: 'audit.subjects.addressChange',
    path: ({ row }) => `/admin/early-adopters/${row}`,
  },
  lead_tags: { label: 'audit.subjects.tag', path: () => '/admin/early-adopters/tags' },
  tagged_leads: {
    label: 'audit.subjects.taggedLead',
    path: ({ values }) =>
      typeof values.lead_id === 'string' ? `/admin/early-adopters/${values.lead_id}` : undefined,
  },
  saved_filters: { label: 'audit.subjects.savedFilter', path: () => '/admin/early-adopters' },
}
