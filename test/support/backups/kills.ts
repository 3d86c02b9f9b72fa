import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { Backup, BackupDetails } from '#features/backups/contract.ts'
import { Restore, RestoreProgress } from '#features/backups/restoring/contract.ts'
import { restoreLock } from '#features/backups/restoring/replacing/session-store.ts'
import { maintenanceLock } from '#platform/database/maintenance.ts'
import { seedLeads } from '../campaigns.ts'
import { createTestDatabase } from '../database.ts'
import { registrationOf } from '../factories.ts'
import { createHttpClient, type Send } from '../http-client.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { until } from '../until.ts'

const password = 'correct horse battery'
/** The secret of the server. */
export const killSecret = 'a secret that only the tests know of'
// What neither a backup nor a restore nor a sign-in adds to.
const steady = ['users', 'consent_texts', 'content_versions', 'early_adopters', 'pictures']

interface KillTrialOptions {
  leads: number
  /** Further settings of the server. */
  env?: Record<string, string>
}

/** A server with some leads that is killed while it makes and restores backups. */
export async function startKillTrial({ leads, env: more = {} }: KillTrialOptions) {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  // Dropping the database may end a connection that is only just being closed.
  pool.on('error', () => {})
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-kills-'))
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_PASSWORD: password },
    ...{ SECRET_KEY: killSecret, BACKUP_FREQUENCY: 'off' },
    ...more,
  }
  let server: ServerProcess = await startServerProcess(env)
  let admin: Send

  async function signIn(): Promise<void> {
    const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
    admin = createHttpClient(server.url, {
      authorization: `Bearer ${login.read(LoginResponse).access_token}`,
    })
  }

  async function register(name: string): Promise<void> {
    const { status } = await server.send('/api/early-adopters', { json: { ...registrationOf(), name } })
    assert.equal(status, 201)
  }

  async function listNames(): Promise<string[]> {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT name FROM early_adopters WHERE name LIKE 'Only %' ORDER BY name`,
    )
    return rows.map(({ name }) => name)
  }

  async function count(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of steady) {
      const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`)
      counts[table] = rows[0]?.count ?? 0
    }
    return counts
  }

  /** A half made PostgreSQL is removed only once it is old, which is not worth waiting for; but its `initdb` outlives the kill. */
  async function ageScratch(): Promise<void> {
    await until(async () => !(await isMaking(dataDir)), 'initdb ends')
    const parent = join(dataDir, 'scratch')
    for (const name of await readdir(parent).catch(() => [])) await utimes(join(parent, name), 0, 0)
  }

  const databaseUrl = database.url
  const findBackup = async (id: string) => (await admin(`/api/backups/${id}`)).read(BackupDetails)

  await signIn()
  await seedLeads({ pool, clock: { now: () => new Date(), advance() {} } }, { count: leads })
  return {
    databaseUrl,
    /** Asks as the admin. */
    ask: (...request: Parameters<Send>) => admin(...request),
    signIn,
    register,
    listNames,
    count,
    findBackup,
    begin: async (): Promise<string> => (await admin('/api/backups', { json: {} })).read(BackupDetails).id,

    /** Waits until a backup is proven. */
    async untilProven(id: string): Promise<void> {
      await until(
        async () => {
          const { state, failure_detail } = await findBackup(id)
          assert.notEqual(state, 'failed', failure_detail ?? '')
          return state === 'done'
        },
        'the backup is proven',
        240,
      )
    },

    /** Begins to restore a backup. */
    async restore(id: string): Promise<void> {
      const reply = await admin(`/api/backups/${id}/restore`, { json: { site_name: 'Firmeza' } })
      assert.equal(reply.status, 202, reply.text)
    },

    /** How far a restore is, as anyone may ask. */
    readProgress: async (): Promise<RestoreProgress> =>
      (await server.send('/api/restores/current')).read(RestoreProgress),

    /** How the last restore has ended. */
    async readLast(): Promise<Restore> {
      const [last] = (await admin('/api/restores')).read(z.array(Restore))
      return last ?? assert.fail('nothing was restored')
    },

    /** Kills the process, starts another, and signs in. */
    async kill(): Promise<void> {
      await server.end('SIGKILL')
      await ageScratch()
      server = await startServerProcess(env)
      // What the killed process held is free only when its lease ends, which is not worth waiting for.
      await pool.query(`UPDATE backups SET leased_until = now() WHERE leased_until IS NOT NULL`)
      await until(async () => (await server.send('/es/')).status === 200, 'the site is open', 60)
      await signIn()
    },

    /** Stores an archive of elsewhere; returns its id. */
    async upload(archive: Buffer): Promise<string> {
      const head = '--part\r\ncontent-disposition: form-data; name="file"; filename="backup.tar"\r\n\r\n'
      const reply = await admin('/api/restores/archives', {
        headers: { 'content-type': 'multipart/form-data; boundary=part' },
        body: Buffer.concat([Buffer.from(head), archive, Buffer.from('\r\n--part--\r\n')]),
      })
      return reply.read(BackupDetails).id
    },

    /** What a backup or the last restore does, as its row says: also while no request is answered. */
    async readStep(id?: string): Promise<string> {
      const { rows } = await pool.query<{ step: string }>(
        id === undefined
          ? `SELECT CASE state WHEN 'running' THEN step ELSE state END AS step FROM restores ORDER BY started_at DESC LIMIT 1`
          : `SELECT state AS step FROM backups WHERE id = '${id}'`,
      )
      return rows[0]?.step ?? ''
    },

    /** What killed processes may leave once another has started: databases of proofs and restores, locks, and leases. */
    async listLeft(): Promise<string[]> {
      const databases = await readdir(join(dataDir, 'scratch')).catch(() => [])
      const { rows } = await pool.query<{ left: string }>(
        `SELECT 'lock ' || objid AS left FROM pg_locks WHERE locktype = 'advisory' AND objid IN (${maintenanceLock}, ${restoreLock})
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         UNION ALL SELECT 'lease of ' || id FROM backups
           WHERE leased_until > now() AND state IN ('waiting', 'writing', 'proving')`,
      )
      return [...databases, ...rows.map(({ left }) => left)]
    },

    /** Files in the folder of backups that no backup names, but for drafts, which are removed once they are old. */
    async listStrays(): Promise<string[]> {
      const { rows } = await pool.query<{ file: string }>('SELECT file FROM backups WHERE file IS NOT NULL')
      const entries = await readdir(join(dataDir, 'backups'), { recursive: true, withFileTypes: true })
      return entries
        .filter(
          (entry) =>
            entry.isFile() &&
            !entry.name.startsWith('.') &&
            !rows.some(({ file }) => file.endsWith(entry.name)),
        )
        .map(({ name }) => name)
    },

    /** Waits until no backup is made. */
    async untilIdle(): Promise<void> {
      const isOver = ({ state }: Backup) => state === 'done' || state === 'failed'
      await until(
        async () => (await admin('/api/backups')).read(z.array(Backup)).every(isOver),
        'no backup is made',
        240,
      )
    },

    async end(): Promise<void> {
      await server.end('SIGTERM')
      await pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
/** Whether an `initdb` works in a folder. */
async function isMaking(folder: string): Promise<boolean> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')),
  )
  return commands.some((command) => command.includes('initdb') && command.includes(folder))
}

export type KillTrial = Awaited<ReturnType<typeof startKillTrial>>
