import { eq, like, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { documents } from './table.ts'

/** The queries on the addresses of documents, in a transaction. */
export function createSlugStore(db: Database) {
  return {
    /** Lets one transaction at a time choose an address. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('document slugs'))`)
    },

    /** The addresses in use that are this one, or this one and a number. */
    async listLike(slug: string): Promise<Set<string>> {
      const rows = await db
        .select({ slug: documents.slug })
        .from(documents)
        .where(or(eq(documents.slug, slug), like(documents.slug, `${slug}-%`)))
      return new Set(rows.map((row) => row.slug))
    },
  }
}
