import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { edgePurges } from './table.ts'

export type PurgeRow = typeof edgePurges.$inferSelect

// Says which process looks whether the team has been told already.
const tellingLock = 7_203_643
const mostRows = 500

/** The condition that a purge is due. */
export const somePurgeIsDue = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM ${edgePurges} WHERE ${lte(edgePurges.dueAt, now)})`

/** The purges that are to be done. */
export function createPurgeStore(db: Database) {
  return {
    async add(purge: Pick<PurgeRow, 'revision' | 'keys' | 'createdAt' | 'dueAt' | 'repeatAt'>) {
      await db.insert(edgePurges).values(purge)
    },

    /** Locks purges that no other process does: those of a revision, or all that are due. */
    async lock({ now, revision }: { now: Date; revision?: number | undefined }): Promise<PurgeRow[]> {
      const condition =
        revision === undefined
          ? lte(edgePurges.dueAt, now)
          : and(eq(edgePurges.revision, revision), isNull(edgePurges.purgedAt))
      return db
        .select()
        .from(edgePurges)
        .where(condition)
        .orderBy(asc(edgePurges.id))
        .limit(mostRows)
        .for('update', { skipLocked: true })
    },

    /** Forgets purges that were done, or keeps them until they are repeated. */
    async notePurged(ids: readonly number[], now: Date): Promise<void> {
      const { repeatAt } = edgePurges
      await db.delete(edgePurges).where(and(inArray(edgePurges.id, [...ids]), isNull(repeatAt)))
      await db
        .update(edgePurges)
        .set({
          ...{ purgedAt: now, failures: 0, failure: null, failingSince: null },
          ...{ dueAt: sql`${repeatAt}`, repeatAt: null },
        })
        .where(inArray(edgePurges.id, [...ids]))
    },

    /** Notes a failure. Returns whether no purge was failing before. */
    async noteFailed(
      ids: readonly number[],
      { now, dueAt, failure }: { now: Date; dueAt: Date; failure: string },
    ): Promise<boolean> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${tellingLock})`)
      const failing = await db
        .select({ id: edgePurges.id })
        .from(edgePurges)
        .where(isNotNull(edgePurges.failingSince))
        .limit(1)
      await db
        .update(edgePurges)
        .set({
          ...{ dueAt, failure, failures: sql`${edgePurges.failures} + 1` },
          failingSince: sql`coalesce(${edgePurges.failingSince}, ${now})`,
        })
        .where(inArray(edgePurges.id, [...ids]))
      return failing.length === 0
    },

    /** How many changes the cache has not been told of, since when the oldest waits, and since when it cannot be told. */
    async readState() {
      const [state] = await db
        .select({
          waiting: sql<number>`count(*) FILTER (WHERE ${edgePurges.purgedAt} IS NULL)::int`,
          oldest: sql`min(${edgePurges.createdAt}) FILTER (WHERE ${edgePurges.purgedAt} IS NULL)`.mapWith(
            edgePurges.createdAt,
          ),
          failingSince: sql`min(${edgePurges.failingSince})`.mapWith(edgePurges.createdAt),
        })
        .from(edgePurges)
      return {
        waiting: state?.waiting ?? 0,
        oldest: state?.oldest ?? undefined,
        failingSince: state?.failingSince ?? undefined,
      }
    },
  }
}
