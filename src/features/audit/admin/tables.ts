import type { AuditedTables } from '#admin/kit/audited-tables.ts'

const lists = import.meta.glob<AuditedTables>('../../*/admin/audited-tables.ts', {
  eager: true,
  import: 'auditedTables',
})

/** The audited tables of all features, by name. */
export const auditedTables: AuditedTables = Object.assign({}, ...Object.values(lists))
