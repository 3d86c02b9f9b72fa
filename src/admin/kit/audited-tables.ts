import type { TextKey } from '#admin/kit/texts/texts.ts'

/** The values of a change by field, and the key of the changed row. */
export interface ChangedRow {
  row: string
  values: Readonly<Record<string, unknown>>
}

/** What the rows of an audited table are called, and the screen that shows one. */
export interface AuditedTable {
  label: TextKey
  /** The path of the screen, such as `/admin/webhooks/<id>`. */
  path?: (changed: ChangedRow) => string | undefined
}

/** The audited tables of a feature. Each feature lists its own in `admin/audited-tables.ts`. */
export type AuditedTables = Readonly<Record<string, AuditedTable>>
