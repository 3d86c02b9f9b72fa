import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { savedFilters } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

export type SavedFilterRow = typeof savedFilters.$inferSelect

/** The queries on saved filters. Give it a transaction to run several of them as one. */
export function createSavedFilterStore(db: Database) {
  return {
    /** Makes other changes of saved filters wait until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('saved filters'))`)
    },

    /** All of them, by name. */
    list: (): Promise<SavedFilterRow[]> => db.select().from(savedFilters).orderBy(asc(savedFilters.nameKey)),

    count: (): Promise<number> => db.$count(savedFilters),

    async find(id: string): Promise<SavedFilterRow | undefined> {
      const [row] = await db.select().from(savedFilters).where(eq(savedFilters.id, id))
      return row
    },

    /** Whether one has the name, except for the one with the given id. */
    async isTaken(nameKey: string, except?: string): Promise<boolean> {
      const condition = and(
        eq(savedFilters.nameKey, nameKey),
        except === undefined ? undefined : ne(savedFilters.id, except),
      )
      return (await db.$count(savedFilters, condition)) > 0
    },

    async insert(row: Omit<SavedFilterRow, 'id'>): Promise<SavedFilterRow> {
      const [added] = await db.insert(savedFilters).values(row).returning()
      if (!added) throw new Error('a saved filter was inserted but not answered')
      return added
    },

    async update(id: string, change: Partial<Omit<SavedFilterRow, 'id'>>): Promise<void> {
      await db.update(savedFilters).set(change).where(eq(savedFilters.id, id))
    },

    async remove(id: string): Promise<boolean> {
      const { rowCount } = await db.delete(savedFilters).where(eq(savedFilters.id, id))
      return rowCount === 1
    },
  }
}
