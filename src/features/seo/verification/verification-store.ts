import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { verificationChecks } from './table.ts'

export type VerificationCheckRow = typeof verificationChecks.$inferSelect

/** The queries on looks at the public page for codes of search engines. */
export function createVerificationStore(db: Database) {
  return {
    list: (): Promise<VerificationCheckRow[]> => db.select().from(verificationChecks),

    /** Stores looks in place of the engines' former ones, unless a newer one is stored. */
    async store(checks: readonly VerificationCheckRow[]): Promise<void> {
      if (checks.length === 0) return
      await db
        .insert(verificationChecks)
        .values([...checks])
        .onConflictDoUpdate({
          target: verificationChecks.engine,
          set: {
            code: sql`excluded.code`,
            url: sql`excluded.url`,
            outcome: sql`excluded.outcome`,
            status: sql`excluded.status`,
            checkedAt: sql`excluded.checked_at`,
          },
          setWhere: sql`${verificationChecks.checkedAt} <= excluded.checked_at`,
        })
    },
  }
}
