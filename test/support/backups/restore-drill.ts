import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { RestoredBackup } from '#feature.ts'
import { createChaining } from '#features/audit/chain/chaining.ts'
import { createChecking } from '#features/audit/chain/checking.ts'
import { replaceData } from '#features/backups/restoring/replacing/replacement.ts'
import { createLedgerChecking } from '#features/ledger/checking/checking.ts'
import { createLedgerServices } from '#features/ledger/feature.ts'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { createLoadStore } from '#platform/database/copying/load-store.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { readConfig } from '../../../src/config.ts'
import { type TestApp, testSecret } from '../build-app.ts'

/** A copy of all tables as they were at a moment. */
export interface SavedState {
  schema: string
  takenAt: Date
}

type RestoreWish = Partial<Pick<RestoredBackup, 'sendsAgain'>> & {
  /** Restores as on a machine on which nothing has ever run. */
  onEmptyMachine?: boolean
}

/** Saves and restores the data of a test app, as backups do but from one schema to another. */
export function createRestoreDrill(app: TestApp) {
  const { db, clock, pool } = app
  const parts = app.app.backupParts
  const left = new Set(parts.flatMap(({ emptied = [], untouched = [] }) => [...emptied, ...untouched]))
  const log = createLog('silent')
  const encryption = createEncryption({ current: testSecret, earlier: [] })
  const services = createLedgerServices({
    ...{ db, clock, encryption, publicUrl: 'http://localhost:3000', config: readConfig({}) },
  })
  const records = createLedgerRecords({ clock })
  const chaining = createChaining({ db })
  const notify = async () => {}
  const auditChecking = createChecking({ db, clock, log, notify, ledger: records })
  const ledgerChecking = createLedgerChecking({ db, clock, log, keys: services.keys, notify })
  let saved = 0

  async function listTables(): Promise<string[]> {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition ORDER BY relname`,
    )
    return rows.map(({ name }) => name)
  }

  async function settle(): Promise<void> {
    await services.sequencing.sequence()
    await chaining.chain()
  }

  async function empty(client: pg.Client): Promise<void> {
    const tables = (await listTables()).filter((table) => table !== 'site_revision')
    const loading = createLoadStore(client)
    await loading.setTriggers(tables, 'DISABLE')
    await client.query(`TRUNCATE ${tables.map((table) => `"${table}"`).join(', ')}`)
    await client.query(`INSERT INTO ledger_head (id, size, root) VALUES (1, 0, sha256(''))`)
    await client.query(
      `INSERT INTO audit_head (id, position, hash) VALUES (1, 0, decode(repeat('00', 32), 'hex'))`,
    )
    await loading.setTriggers(tables, 'ENABLE')
  }

  return {
    ledger: services,
    records,
    listTables,
    /** Adds what waits to the ledger and to the chain of the audit log. */
    settle,

    /** Whether ledger and audit log are whole. */
    async findFaults(): Promise<string[]> {
      await settle()
      const index = await ledgerChecking.check()
      const { broken_at: position } = await auditChecking.checkAll()
      return [
        ...(index === undefined ? [] : [`the ledger at ${index}`]),
        ...(position === null ? [] : [`the audit log at ${position}`]),
      ]
    },

    async save(): Promise<SavedState> {
      const schema = `saved_${++saved}`
      await pool.query(`CREATE SCHEMA ${schema}`)
      for (const table of await listTables())
        await pool.query(`CREATE TABLE ${schema}."${table}" AS TABLE public."${table}"`)
      return { schema, takenAt: clock.now() }
    },

    async restore(
      { schema, takenAt }: SavedState,
      { sendsAgain = false, onEmptyMachine = false }: RestoreWish = {},
    ): Promise<void> {
      const client = new pg.Client({ connectionString: app.databaseUrl })
      await client.connect()
      try {
        if (onEmptyMachine) await empty(client)
        await replaceData(
          { client, close: async () => {}, open: async () => {}, end: async () => {} },
          {
            parts,
            backup: { takenAt, replacesData: !onEmptyMachine, sendsAgain },
            async load(transaction) {
              const loading = createLoadStore(client)
              const keys = await loading.dropForeignKeys(await listTables())
              for (const table of await listTables()) {
                if (left.has(table)) continue
                const { rows } = await transaction.execute<{ columns: string }>(sql`
                  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
                  WHERE attrelid = ${`public."${table}"`}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`)
                const columns = sql.raw(rows[0]?.columns ?? '')
                await transaction.execute(sql`INSERT INTO ${sql.raw(`public."${table}"`)} (${columns}) OVERRIDING SYSTEM VALUE
                  SELECT ${columns} FROM ${sql.raw(`${schema}."${table}"`)}`)
              }
              await loading.addForeignKeys(keys)
            },
            finish: async () => {},
          },
        )
      } finally {
        await client.end()
      }
    },
  }
}
export type RestoreDrill = ReturnType<typeof createRestoreDrill>
