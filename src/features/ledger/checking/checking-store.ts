import { and, asc, eq, getColumns, gt, lte, sql } from 'drizzle-orm'
import {
  ledgerCheckpoints,
  ledgerDays,
  ledgerHead,
  ledgerLeaves,
  ledgerOpenings,
  ledgerQueue,
  ledgerTiles,
} from '#features/ledger/table.ts'
import { hashLength } from '#features/ledger/tree/hashing.ts'
import type { Database } from '#platform/postgres.ts'

/** Where the parts of the ledger end, all at the same moment. */
export interface LedgerEnd {
  head: typeof ledgerHead.$inferSelect
  /** The one of the largest size. */
  checkpoint: typeof ledgerCheckpoints.$inferSelect | null
  /** One more than the index of the last leaf. */
  leaves: number
  /** How many hashes each level of tiles has. */
  hashes: number[]
}

/** Openings in one query. */
const atOnce = 2_000

/** The queries with which the ledger is checked. */
export function createCheckingStore(db: Database) {
  return {
    /** In one statement, since the tree may grow meanwhile. */
    async readEnd(): Promise<LedgerEnd> {
      const [end] = await db
        .select({
          head: getColumns(ledgerHead),
          checkpoint: getColumns(ledgerCheckpoints),
          leaves: sql<number>`(SELECT coalesce(max(${ledgerLeaves.index}) + 1, 0)::float8 FROM ${ledgerLeaves})`,
          hashes: sql<number[]>`ARRAY(SELECT (sum(length(${ledgerTiles.hashes})) / ${hashLength})::float8
            FROM ${ledgerTiles} GROUP BY ${ledgerTiles.level} ORDER BY ${ledgerTiles.level})`,
        })
        .from(ledgerHead)
        .leftJoin(
          ledgerCheckpoints,
          eq(ledgerCheckpoints.size, sql`(SELECT max(${ledgerCheckpoints.size}) FROM ${ledgerCheckpoints})`),
        )
      if (!end) throw new Error('the head of the ledger is missing')
      return end
    },

    /** Checkpoints of trees larger than one and at most as large as another, the smallest first. */
    listCheckpoints: (above: number, largest: number) =>
      db
        .select()
        .from(ledgerCheckpoints)
        .where(and(gt(ledgerCheckpoints.size, above), lte(ledgerCheckpoints.size, largest)))
        .orderBy(asc(ledgerCheckpoints.size))
        .limit(atOnce),

    /** Whether the count of a day is not that of its leaves. In one statement, since the tree may grow meanwhile. */
    async hasWrongDay(): Promise<boolean> {
      const { rows } = await db.execute<{ found: boolean }>(sql`
        SELECT EXISTS (
          SELECT FROM (
            SELECT substring(${ledgerLeaves.data} from '"time":"([0-9-]{10})')::date AS day, ${ledgerLeaves.kind} AS kind,
              count(*) AS entries
            FROM ${ledgerLeaves} GROUP BY 1, 2
          ) AS leaves
          FULL JOIN ${ledgerDays} ON ${ledgerDays.day} = leaves.day AND ${ledgerDays.kind} = leaves.kind
          WHERE leaves.entries IS DISTINCT FROM ${ledgerDays.entries}
        ) AS found`)
      return rows[0]?.found ?? true
    },

    /** Whether something was recorded that is neither in the tree nor waits for it. */
    async hasLostEntry(): Promise<boolean> {
      const isKnown = sql<boolean>`
        EXISTS (SELECT FROM ${ledgerLeaves} WHERE ${ledgerLeaves.entryId} = ${ledgerOpenings.entryId})
        OR EXISTS (SELECT FROM ${ledgerQueue} WHERE ${ledgerQueue.entryId} = ${ledgerOpenings.entryId})`
      for (let last: string | undefined; ; ) {
        const rows = await db
          .select({ entryId: ledgerOpenings.entryId, isKnown })
          .from(ledgerOpenings)
          .where(last === undefined ? undefined : gt(ledgerOpenings.entryId, last))
          .orderBy(asc(ledgerOpenings.entryId))
          .limit(atOnce)
        if (rows.some((row) => !row.isKnown)) return true
        last = rows.at(-1)?.entryId
        if (last === undefined) return false
      }
    },
  }
}
