import { sql } from 'drizzle-orm'
import { auditEntries, auditHead, auditLinks, auditQueue, sensitiveActions } from '#features/audit/table.ts'
import { bringBack, countOn, rowsOfBefore, rowsOfNow, takeOver } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

/**
 * How the log of before and that of the backup go together: one may be the beginning of the other, or both go their own ways
 * since some entry.
 */
export interface LogComparison {
  /** The longer one. */
  kept: 'before' | 'backup'
  isForked: boolean
}

/** What is the same in two records of one change. */
const isSame = sql`same.id = other.id AND same.at = other.at AND same.subject = other.subject
  AND same.row_key = other.row_key AND same.operation = other.operation`

/** All that an entry says, but for its number. */
const said = sql.raw(
  `at, author_kind, user_id, key_id, session_id, request, action, subject, row_key, operation, person_id, before, after,
    secret_fields, personal, salt`,
)

/** The queries with which the audit log outlives a restore. Its triggers refuse what they do: they are off meanwhile. */
export function createAuditRestoringStore(transaction: Database) {
  const run = (query: ReturnType<typeof sql>) => transaction.execute(query)

  return {
    async compare(): Promise<LogComparison> {
      const { rows } = await transaction.execute<
        Record<'now_at' | 'before_at', number> & Record<string, unknown>
      >(sql`
        SELECT now.position::float8 AS now_at, ${auditHead.position}::float8 AS before_at,
          NOT EXISTS (SELECT FROM audit_entries) OR EXISTS (SELECT FROM ${rowsOfBefore(auditLinks)}
            WHERE ${auditLinks.position} = now.position AND ${auditLinks.hash} = now.hash) AS is_longer,
          NOT EXISTS (SELECT FROM ${rowsOfBefore(auditEntries)}) OR EXISTS (SELECT FROM audit_links AS link
            WHERE link.position = ${auditHead.position} AND link.hash = ${auditHead.hash}) AS is_shorter
        FROM ${rowsOfNow(auditHead)} JOIN ${rowsOfBefore(auditHead)} ON true`)
      const [row] = rows
      if (!row) return { kept: 'backup', isForked: false }
      if (row.is_longer === true) return { kept: 'before', isForked: false }
      if (row.is_shorter === true) return { kept: 'backup', isForked: false }
      return { kept: row.before_at >= row.now_at ? 'before' : 'backup', isForked: true }
    },

    async setTriggers(state: 'ENABLE' | 'DISABLE'): Promise<void> {
      for (const table of ['audit_entries', 'audit_links'])
        await run(sql.raw(`ALTER TABLE ${table} ${state} TRIGGER USER`))
    },

    /** Puts the entries of the backup aside, and takes them out of the log. */
    async putAside(): Promise<void> {
      await run(sql`CREATE TEMPORARY TABLE audit_aside ON COMMIT DROP AS SELECT * FROM audit_entries`)
      for (const table of [auditQueue, auditLinks, auditEntries]) await run(sql`DELETE FROM ${table}`)
    },

    /** Makes the log of before the log again: what it has grown by since, and what was erased in it. */
    async takeLogOfBefore(): Promise<void> {
      await bringBack(transaction, auditEntries)
      await bringBack(transaction, auditLinks)
      await takeOver(transaction, auditHead)
      await run(sql`DELETE FROM audit_queue`)
      await bringBack(transaction, auditQueue)
    },

    /** Erases what was erased of the same entries before. */
    async eraseAgain(): Promise<void> {
      await run(sql`UPDATE audit_entries AS same SET personal = NULL, salt = NULL FROM ${rowsOfBefore(auditEntries)} AS other
        WHERE ${isSame} AND same.personal IS NOT NULL AND other.personal IS NULL`)
    },

    /** Adds those entries of the other log that this one lacks: they get new numbers, and are chained after all of this one. */
    async addOther(from: 'before' | 'aside'): Promise<void> {
      await countOn(transaction, auditEntries, 'id')
      const other = from === 'aside' ? sql`audit_aside` : rowsOfBefore(auditEntries)
      await run(sql`
        WITH added AS (
          INSERT INTO audit_entries (${said}) SELECT ${said} FROM ${other} AS other
          WHERE NOT EXISTS (SELECT FROM audit_entries AS same WHERE ${isSame}) ORDER BY other.id RETURNING id
        )
        INSERT INTO audit_queue (entry_id) SELECT id FROM added`)
    },

    /** Records why the log is not simply longer than it was, as an entry of its own. */
    async explain(facts: Readonly<Record<string, unknown>>): Promise<void> {
      await countOn(transaction, auditEntries, 'id')
      await run(sql`
        WITH added AS (
          INSERT INTO audit_entries (author_kind, action, subject, row_key, operation, after)
          VALUES ('product', 'restore', 'audit_entries', 'restore', 'insert', ${JSON.stringify(facts)}::jsonb) RETURNING id
        )
        INSERT INTO audit_queue (entry_id) SELECT id FROM added`)
    },

    async noteJoined(at: Date): Promise<void> {
      await transaction.update(auditHead).set({ joinedAt: at, brokenAt: null })
    },

    keepActions: () => bringBack(transaction, sensitiveActions),
  }
}
