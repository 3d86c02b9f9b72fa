import { eq, lt } from 'drizzle-orm'
import { visitorSalts } from '#features/analytics/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on the salt of the day. */
export function createSaltStore(db: Database) {
  async function deleteBefore(day: string): Promise<void> {
    await db.delete(visitorSalts).where(lt(visitorSalts.day, day))
  }

  return {
    deleteBefore,

    /** The salt of a day, which is the given one when no process has stored any. Deletes those of earlier days. */
    async keep(day: string, salt: string): Promise<string> {
      await deleteBefore(day)
      await db.insert(visitorSalts).values({ day, salt }).onConflictDoNothing()
      const [kept] = await db.select().from(visitorSalts).where(eq(visitorSalts.day, day))
      return kept?.salt ?? salt
    },
  }
}
export type SaltStore = ReturnType<typeof createSaltStore>
