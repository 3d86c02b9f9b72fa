import { desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { pictures } from './table.ts'

export type PictureRow = typeof pictures.$inferSelect

/** The queries on the pictures that the team has uploaded. */
export function createMediaStore(db: Database) {
  return {
    /** Adds a picture unless it is there already. */
    async insert(row: Omit<PictureRow, 'id' | 'alternatives'>): Promise<PictureRow | undefined> {
      const [added] = await db.insert(pictures).values(row).onConflictDoNothing().returning()
      return added
    },

    listAll: (): Promise<Pick<PictureRow, 'digest' | 'width'>[]> =>
      db.select({ digest: pictures.digest, width: pictures.width }).from(pictures),

    listWhole: (): Promise<PictureRow[]> => db.select().from(pictures).orderBy(pictures.digest),

    async find(id: string): Promise<PictureRow | undefined> {
      const [row] = await db.select().from(pictures).where(eq(pictures.id, id))
      return row
    },

    async findByDigest(digest: string): Promise<PictureRow | undefined> {
      const [row] = await db.select().from(pictures).where(eq(pictures.digest, digest))
      return row
    },

    /** The pictures of these digests, in no particular order. */
    async listByDigests(digests: readonly string[]): Promise<PictureRow[]> {
      if (digests.length === 0) return []
      return db
        .select()
        .from(pictures)
        .where(inArray(pictures.digest, [...digests]))
    },

    async list(search: string, page: { limit: number; offset: number }) {
      const pattern = containing(search)
      const condition = search === '' ? undefined : ilike(pictures.filename, pattern)
      const [rows, [total]] = await Promise.all([
        db
          .select()
          .from(pictures)
          .where(condition)
          .orderBy(desc(pictures.createdAt), desc(pictures.id))
          .limit(page.limit)
          .offset(page.offset),
        db.select({ count: sql<number>`count(*)::int` }).from(pictures).where(condition),
      ])
      return { rows, total: total?.count ?? 0 }
    },

    /** Sets the alternative texts of the named languages; null removes one. */
    async mergeAlternatives(
      id: string,
      changes: Record<string, string | null>,
    ): Promise<PictureRow | undefined> {
      const merged = sql`jsonb_strip_nulls(${pictures.alternatives} || ${JSON.stringify(changes)}::jsonb)`
      const [row] = await db
        .update(pictures)
        .set({ alternatives: merged })
        .where(eq(pictures.id, id))
        .returning()
      return row
    },

    async remove(id: string): Promise<void> {
      await db.delete(pictures).where(eq(pictures.id, id))
    },
  }
}
