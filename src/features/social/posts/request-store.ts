import { and, eq, lt } from 'drizzle-orm'
import { socialRequests } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

type RequestRow = typeof socialRequests.$inferSelect
type RequestKey = Pick<RequestRow, 'userId' | 'key'>
export type NotedRequest = Pick<RequestRow, 'digest' | 'postIds'>

/** The queries on requests that must have one effect. */
export function createRequestStore(db: Database) {
  async function find({ userId, key }: RequestKey): Promise<NotedRequest | undefined> {
    const [known] = await db
      .select({ digest: socialRequests.digest, postIds: socialRequests.postIds })
      .from(socialRequests)
      .where(and(eq(socialRequests.userId, userId), eq(socialRequests.key, key)))
    return known
  }

  return {
    /** A request that had its effect. */
    find,

    /**
     * Notes a request in the transaction of its effect; undefined when it is new. While another transaction notes the same, this waits.
     */
    async note(row: typeof socialRequests.$inferInsert): Promise<NotedRequest | undefined> {
      const added = await db.insert(socialRequests).values(row).onConflictDoNothing().returning()
      return added.length > 0 ? undefined : find(row)
    },

    async deleteBefore(moment: Date): Promise<void> {
      await db.delete(socialRequests).where(lt(socialRequests.createdAt, moment))
    },
  }
}
