import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { auditEntries } from './table.ts'

/** The keys, among some, of the rows of a table that the audit log says were deleted. */
export async function findDeleted(db: Database, table: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { subject, operation, rowKey } = auditEntries
  const rows = await db
    .selectDistinct({ rowKey })
    .from(auditEntries)
    .where(and(inArray(rowKey, [...keys]), eq(subject, table), eq(operation, 'delete')))
  return rows.map((row) => row.rowKey)
}
