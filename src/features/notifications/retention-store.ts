import { desc, eq, lt, lte } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { notifications } from './table.ts'

/** Only so many of the newest are kept. */
const mostKept = 20_000

/** The queries on what is kept of notifications: about a lead, and for how long. */
export function createRetentionStore(db: Database) {
  return {
    /** What the team was told about a lead, newest first. */
    listAbout: (personId: string) =>
      db
        .select({ type: notifications.type, at: notifications.at })
        .from(notifications)
        .where(eq(notifications.personId, personId))
        .orderBy(desc(notifications.number)),

    async eraseAbout(personId: string): Promise<void> {
      await db.delete(notifications).where(eq(notifications.personId, personId))
    },

    /** Deletes those before a moment, and the oldest of too many. */
    async deleteOld(before: Date): Promise<void> {
      await db.delete(notifications).where(lt(notifications.at, before))
      const [last] = await db
        .select({ number: notifications.number })
        .from(notifications)
        .orderBy(desc(notifications.number))
        .limit(1)
        .offset(mostKept)
      if (last) await db.delete(notifications).where(lte(notifications.number, last.number))
    },
  }
}
