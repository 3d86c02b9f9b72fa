import { eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  ledgerAnchoring,
  ledgerAnchors,
  ledgerAnchorTransactions,
  ledgerCheckpoints,
  ledgerCosignatures,
  ledgerDays,
  ledgerFormerLogs,
  ledgerHead,
  ledgerLeaves,
  ledgerOpenings,
  ledgerQueue,
  ledgerTiles,
  legalTexts,
} from '#features/ledger/table.ts'
import type { TilePlace } from '#features/ledger/tree/tiles.ts'
import { bringBack, removeNew, rowsOfBefore, takeOver } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

type HeadRow = typeof ledgerHead.$inferSelect

/** What a log consists of, what is referred to first. */
const parts: readonly PgTable[] = [
  ...[ledgerLeaves, ledgerTiles, ledgerCheckpoints, ledgerCosignatures],
  ...[ledgerAnchors, ledgerAnchorTransactions, ledgerAnchoring, ledgerDays, ledgerOpenings, ledgerQueue],
]
/** Those whose rows are never changed. */
const lasting: readonly PgTable[] = [ledgerLeaves, ledgerCheckpoints]

/** The queries with which the ledger outlives a restore. Its triggers refuse what they do: they are off meanwhile. */
export function createLedgerRestoringStore(transaction: Database) {
  const run = (query: ReturnType<typeof sql>) => transaction.execute(query)

  /** Makes the function that reads the hashes of tiles of one of the two trees. */
  const readTiles = (table: ReturnType<typeof sql>) => async (places: readonly TilePlace[]) => {
    const wanted = JSON.stringify(places.map(({ level, index }, place) => ({ place, level, index })))
    const { rows } = await transaction.execute<{ hashes: Buffer }>(sql`
      SELECT coalesce(tile.hashes, ''::bytea) AS hashes
      FROM jsonb_to_recordset(${wanted}::jsonb) AS wanted (place integer, level smallint, index bigint)
      LEFT JOIN ${table} AS tile ON tile.level = wanted.level AND tile.index = wanted.index ORDER BY place`)
    return rows.map(({ hashes }) => hashes)
  }

  return {
    async getHead(): Promise<HeadRow> {
      const [head] = await transaction.select().from(ledgerHead)
      if (!head) throw new Error('the head of the ledger is missing')
      return head
    },

    async findHeadOfBefore(): Promise<Pick<HeadRow, 'size' | 'root' | 'origin'> | undefined> {
      const { rows } = await transaction.execute<{ size: number; root: Buffer; origin: string | null }>(
        sql`SELECT size::float8 AS size, root, origin FROM ${rowsOfBefore(ledgerHead)}`,
      )
      return rows[0]
    },

    readTilesOfNow: readTiles(sql`ledger_tiles`),
    readTilesOfBefore: readTiles(rowsOfBefore(ledgerTiles)),

    async setTriggers(state: 'ENABLE' | 'DISABLE'): Promise<void> {
      for (const table of ['ledger_leaves', 'ledger_checkpoints'])
        await run(sql.raw(`ALTER TABLE ${table} ${state} TRIGGER USER`))
    },

    /** Makes the log of before the log again. It begins with what there is now. */
    async takeLogOfBefore(): Promise<void> {
      for (const table of parts.toReversed())
        if (!lasting.includes(table)) await removeNew(transaction, table, sql`true`)
      for (const table of parts) {
        if (!lasting.includes(table)) await takeOver(transaction, table)
        await bringBack(transaction, table)
      }
      await takeOver(transaction, ledgerHead)
    },

    /** Legal texts are served for good, and the names of former logs are never used again. */
    async keepLasting(): Promise<void> {
      await bringBack(transaction, legalTexts)
      await bringBack(transaction, ledgerFormerLogs)
    },

    /** Forgets what had been forgotten before of the leaves of now. */
    async forgetAgain(): Promise<void> {
      await run(sql`
        DELETE FROM ledger_openings AS now
        WHERE EXISTS (SELECT FROM ${rowsOfBefore(ledgerLeaves)} WHERE ${ledgerLeaves.entryId} = now.entry_id)
          AND NOT EXISTS (SELECT FROM ${rowsOfBefore(ledgerOpenings)} WHERE ${ledgerOpenings.entryId} = now.entry_id)`)
    },

    /** Ends a log: nothing more is signed in its name. One that has ended before ends where more of it is known. */
    async endLog(log: typeof ledgerFormerLogs.$inferInsert): Promise<void> {
      const { origin, ...end } = log
      await transaction
        .insert(ledgerFormerLogs)
        .values(log)
        .onConflictDoUpdate({
          target: ledgerFormerLogs.origin,
          set: end,
          setWhere: sql`excluded.size > ${ledgerFormerLogs.size}`,
        })
    },

    async rename(origin: string): Promise<void> {
      await transaction.update(ledgerHead).set({ origin }).where(eq(ledgerHead.id, 1))
    },
  }
}

/** The queries on the log of which only the entries stay: that of before, or that of the backup, which was put aside. */
export function createOtherLogStore(transaction: Database) {
  const run = (query: ReturnType<typeof sql>) => transaction.execute(query)

  return {
    /** Puts the entries of the backup aside, and takes its log away. */
    async putAside(): Promise<void> {
      for (const name of ['leaves', 'openings', 'queue'])
        await run(
          sql.raw(`CREATE TEMPORARY TABLE aside_${name} ON COMMIT DROP AS SELECT * FROM ledger_${name}`),
        )
      for (const table of parts.toReversed()) await run(sql`DELETE FROM ${table}`)
    },

    /** Records what only the other log has once more, in its order. */
    async recordOther(from: 'before' | 'aside'): Promise<void> {
      const ofOther = (name: 'leaves' | 'openings' | 'queue', table: PgTable) =>
        from === 'aside' ? sql.raw(`aside_${name}`) : rowsOfBefore(table)
      const isUnknown = sql`NOT EXISTS (SELECT FROM ledger_leaves AS same WHERE same.entry_id = other.entry_id)
        AND NOT EXISTS (SELECT FROM ledger_queue AS same WHERE same.entry_id = other.entry_id)`
      await run(sql`
        INSERT INTO ledger_openings SELECT * FROM ${ofOther('openings', ledgerOpenings)} AS other WHERE ${isUnknown}
        ON CONFLICT DO NOTHING`)
      await run(sql`
        INSERT INTO ledger_queue (entry_id, kind, at, commitment)
        SELECT entry_id, kind, (data::json ->> 'time')::timestamptz, decode(data::json ->> 'commitment', 'hex')
        FROM ${ofOther('leaves', ledgerLeaves)} AS other WHERE ${isUnknown} ORDER BY index`)
      await run(sql`
        INSERT INTO ledger_queue (entry_id, kind, at, commitment)
        SELECT entry_id, kind, at, commitment FROM ${ofOther('queue', ledgerQueue)} AS other WHERE ${isUnknown} ORDER BY id`)
    },
  }
}
