import { and, asc, between, isNotNull, max, or } from 'drizzle-orm'
import { signatures } from '#features/signatures/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The place of a signature in the status lists. */
export const statusIndexOf = ({ statusIndex }: { statusIndex: number }): number => statusIndex - 1

/** The queries on which certificates do not count any more. */
export function createStatusStore(db: Database) {
  return {
    /** The indexes of a range whose signatures are revoked or whose holders were erased, in order. */
    async listVoid(from: number, to: number): Promise<number[]> {
      const rows = await db
        .select({ statusIndex: signatures.statusIndex })
        .from(signatures)
        .where(
          and(
            between(signatures.statusIndex, from + 1, to + 1),
            isNotNull(signatures.activatedAt),
            or(isNotNull(signatures.revokedAt), isNotNull(signatures.erasedAt)),
          ),
        )
        .orderBy(asc(signatures.statusIndex))
      return rows.map(statusIndexOf)
    },

    /** The highest index of all; 0 while there is none. */
    async lastIndex(): Promise<number> {
      const [row] = await db.select({ last: max(signatures.statusIndex) }).from(signatures)
      return statusIndexOf({ statusIndex: row?.last ?? 1 })
    },
  }
}
