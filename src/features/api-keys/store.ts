import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type ApiKeyRow, apiKeys } from './table.ts'

/** Neither revoked nor at its end. */
const isValid = (now: Date) =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)))

/** The queries on API keys. Give it a transaction to make several of them one. */
export function createApiKeyStore(db: Database) {
  return {
    /** Locks the number of keys until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('api keys'))`)
    },

    countValid: (now: Date): Promise<number> => db.$count(apiKeys, isValid(now)),

    async insert(key: Omit<typeof apiKeys.$inferInsert, 'id'>): Promise<ApiKeyRow> {
      const [added] = await db.insert(apiKeys).values(key).returning()
      if (!added) throw new Error('a key was inserted but not returned')
      return added
    },

    /** All keys, newest first. */
    list: (): Promise<ApiKeyRow[]> =>
      db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),

    async findValid(tokenHash: string, now: Date): Promise<ApiKeyRow | undefined> {
      const [key] = await db
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.tokenHash, tokenHash), isValid(now)))
      return key
    },

    /** Records a use, unless one was recorded since a moment. */
    async touch(id: string, now: Date, since: Date): Promise<void> {
      const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, since))
      await db
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(and(eq(apiKeys.id, id), isDue))
    },

    /** Ends a key; one that was revoked before keeps its time. Returns whether there is such a key. */
    async revoke(id: string, now: Date): Promise<boolean> {
      const revokedAt = sql`coalesce(${apiKeys.revokedAt}, ${now.toISOString()}::timestamptz)`
      const revoked = await db.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, id)).returning()
      return revoked.length > 0
    },
  }
}
