import { randomBytes } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { seoIndexNowKeys } from './table.ts'

// A replaced key is served for some time, as engines may read it after the submission: the last one until the next, and all
// of them for days.
const kept = 2
const keptFor = 7 * 24 * 3_600_000

/** The keys of IndexNow: 32 of the letters and digits that it allows (https://www.indexnow.org/documentation). */
export function createKeyStore(db: Database, clock: Clock) {
  const newest = () => db.select().from(seoIndexNowKeys).orderBy(desc(seoIndexNowKeys.number)).limit(1)

  async function add(transaction: Database): Promise<string> {
    const key = randomBytes(16).toString('hex')
    await transaction.insert(seoIndexNowKeys).values({ key, createdAt: clock.now() })
    const before = new Date(clock.now().getTime() - keptFor)
    await transaction.execute(sql`
      DELETE FROM seo_index_now_keys WHERE created_at < ${before.toISOString()}::timestamptz AND number NOT IN (
        SELECT number FROM seo_index_now_keys ORDER BY number DESC LIMIT ${kept})`)
    return key
  }

  return {
    /** The key that is used, if one was ever needed. */
    async find(): Promise<string | undefined> {
      return (await newest())[0]?.key
    },

    /** Whether engines may read a key here. */
    async has(key: string): Promise<boolean> {
      const [known] = await db.select().from(seoIndexNowKeys).where(eq(seoIndexNowKeys.key, key)).limit(1)
      return known !== undefined
    },

    /** The key that is used, made when it is first needed: one, however many processes need it at once. */
    async ensure(): Promise<string> {
      const [known] = await newest()
      if (known) return known.key
      return db.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('seo_index_now_keys'))`)
        const [other] = await transaction
          .select()
          .from(seoIndexNowKeys)
          .orderBy(desc(seoIndexNowKeys.number))
          .limit(1)
        return other?.key ?? add(transaction)
      })
    },

    /** Replaces the key. Those before are served on for a while. */
    replace: (): Promise<string> => db.transaction(add),
  }
}
export type KeyStore = ReturnType<typeof createKeyStore>
