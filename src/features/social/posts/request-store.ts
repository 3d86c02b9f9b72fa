import { and, eq, lt } from 'drizzle-orm'
import { socialRequests } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on requests that must have one effect. */
export function createRequestStore(db: Database) {
  return {
    /**
     * Notes a request in the transaction of its effect; undefined when it is new. While another transaction notes the same, this waits.
     */
    async note(
      row: typeof socialRequests.$inferInsert,
    ): Promise<{ digest: string; postIds: string[] } | undefined> {
      const added = await db.insert(socialRequests).values(row).onConflictDoNothing().returning()
      if (added.length > 0) return undefined
      const [known] = await db
        .select({ digest: socialRequests.digest, postIds: socialRequests.postIds })
        .from(socialRequests)
        .where(and(eq(socialRequests.userId, row.userId), eq(socialRequests.key, row.key)))
      return known
    },

    async deleteBefore(moment: Date): Promise<void> {
      await db.delete(socialRequests).where(lt(socialRequests.createdAt, moment))
    },
  }
}
