import { inArray } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { findSimilarIds, inOrderOf } from '#platform/database/similar-rows.ts'
import type { Database } from '#platform/postgres.ts'

const most = 5

/** The early adopters whose texts have words much like those of a search, the most similar first. */
export async function findSimilar(
  db: Database,
  words: readonly string[],
  visible: { searchesAddresses: boolean },
): Promise<(typeof earlyAdopters.$inferSelect)[]> {
  const ids = await findSimilarIds(db, earlyAdopters, words, { ...visible, limit: most })
  return inOrderOf(ids, await db.select().from(earlyAdopters).where(inArray(earlyAdopters.id, ids)))
}
