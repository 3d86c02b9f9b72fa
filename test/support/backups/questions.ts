import { z } from 'zod'
import { LedgerState } from '#features/ledger/contract.ts'
import type { TestApp } from '../build-app.ts'
import type { Send } from '../http-client.ts'
import type { RestoreDrill } from './restore-drill.ts'

/** What a case is done with. */
export interface CaseContext {
  app: TestApp
  drill: RestoreDrill
  /** Signed in now, since a restore ends all sessions. */
  admin: Send
}

/** Something that must outlive a restore. */
export interface RestoreCase {
  name: string
  /** Does something before the backup; returns what happens after it, which returns the check after the restore. */
  prepare(): Promise<() => Promise<() => Promise<void>>>
}

/** What tests of restores ask the database and the ledger. */
export function createQuestions({ app, drill }: Pick<CaseContext, 'app' | 'drill'>) {
  const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await app.pool.query<Record<string, unknown>>(text, values)).rows
  const read = async (text: string, values: unknown[] = []): Promise<unknown> =>
    Object.values((await query(text, values))[0] ?? {})[0]

  /** The tables with a row that has a text somewhere. */
  async function findText(text: string): Promise<string[]> {
    const found: string[] = []
    for (const table of await drill.listTables()) {
      const rows = await query(`SELECT FROM "${table}" AS one WHERE one::text ILIKE $1 LIMIT 1`, [
        `%${text}%`,
      ])
      if (rows.length > 0) found.push(table)
    }
    return found
  }

  async function addUser(name: string, changes: Record<string, unknown> = {}): Promise<string> {
    const row = { username: name, username_key: name, name, role: 'viewer', password_hash: 'old', ...changes }
    const columns = Object.keys(row)
    return String(
      await read(
        `INSERT INTO users (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
        Object.values(row),
      ),
    )
  }

  const readLedger = async () => (await app.send('/api/ledger')).read(LedgerState)
  const readCheckpoint = async () => (await app.send('/ledger/checkpoint')).text

  /** Whether the ledger of now begins with the tree of a checkpoint. */
  async function isBeginning(note: string): Promise<boolean> {
    const { size, root } = parseCheckpoint(note)
    const reply = await app.send(`/api/ledger/consistency?first=${size}`)
    if (reply.status !== 200) return false
    return reply.read(z.object({ first_root_hash: z.string() })).first_root_hash === root
  }

  return { query, read, findText, addUser, readLedger, readCheckpoint, isBeginning }
}

/** The lines of a checkpoint: origin, size and root. */
export function parseCheckpoint(note: string) {
  const [origin = '', size = '', root = ''] = note.split('\n')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64').toString('hex') }
}
