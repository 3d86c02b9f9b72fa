import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type CheckRow, seoChecks } from './table.ts'

type NewCheck = Pick<
  typeof seoChecks.$inferInsert,
  'kind' | 'cause' | 'askedBy' | 'addresses' | 'askedAt' | 'dueAt'
>

const isOpen = inArray(seoChecks.state, ['waiting', 'running'])
/** The queries on checks. Give it a transaction to make several of them one. */
export function createCheckStore(db: Database) {
  return {
    /** Locks who may ask for checks and take them, until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('seo_checks'))`)
    },

    async insert(check: NewCheck): Promise<CheckRow> {
      const [row] = await db.insert(seoChecks).values(check).returning()
      if (!row) throw new Error('a check was not stored')
      return row
    },

    /** The check of all pages that waits or runs. */
    async findOpenFull(): Promise<CheckRow | undefined> {
      const [row] = await db
        .select()
        .from(seoChecks)
        .where(and(isOpen, eq(seoChecks.kind, 'full')))
      return row
    },

    /** The check of changed pages that has not begun. */
    async findWaitingChanges(): Promise<CheckRow | undefined> {
      const [row] = await db
        .select()
        .from(seoChecks)
        .where(and(eq(seoChecks.state, 'waiting'), eq(seoChecks.kind, 'changes')))
      return row
    },

    async extend(id: string, changes: Pick<CheckRow, 'addresses' | 'dueAt'>): Promise<void> {
      await db.update(seoChecks).set(changes).where(eq(seoChecks.id, id))
    },

    /** The check that runs or waits, and the last ones that have ended. */
    async findLatest() {
      // First, so that a check that ends meanwhile is not missing from both.
      const [current] = await db
        .select()
        .from(seoChecks)
        .where(isOpen)
        .orderBy(seoChecks.state, seoChecks.dueAt)
        .limit(1)
      const [[last], [lastFull]] = await Promise.all([
        db
          .select()
          .from(seoChecks)
          .where(isNotNull(seoChecks.finishedAt))
          .orderBy(desc(seoChecks.finishedAt))
          .limit(1),
        db
          .select()
          .from(seoChecks)
          .where(
            and(isNotNull(seoChecks.finishedAt), eq(seoChecks.kind, 'full'), eq(seoChecks.state, 'done')),
          )
          .orderBy(desc(seoChecks.finishedAt))
          .limit(1),
      ])
      return { current, last, lastFull }
    },
  }
}
