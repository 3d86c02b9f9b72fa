import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { BackupPart } from '#feature.ts'
import { ArchiveError } from '#features/backups/archive/archive.ts'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import { type ArchiveOrder, writeArchive } from '#features/backups/archive/writing.ts'
import type { BackupStock } from '#features/backups/stock.ts'
import { maintenanceLock } from '#platform/database/maintenance.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import { createEncryption } from '#platform/encryption.ts'
import { putFile, readFile } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { until } from '../../../../test/support/until.ts'
import { createRestoring } from './restoring.ts'
import { type RestoreOrder, type RestoringOptions, restoredAction } from './steps.ts'

const site = { name: 'Firmeza', url: 'https://example.org' }
const log = createLog('silent')
const untouched = ['site_revision', 'backups', 'backup_schedule', 'restores']
const emptied = ['social_connections', 'sessions', 'factor_challenges', 'request_counts']
const leftOut = [...untouched, ...emptied]
const parts: BackupPart[] = [{ untouched, emptied }]
let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** A database without anything on the server of the tests. */
const withEmptyDatabase: WithScratchDatabase = async (work) => {
  const database = await createTestDatabase()
  try {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public')
    await client.end()
    return await work(database.url, app.dataDir)
  } finally {
    await database.drop()
  }
}

const leads = async () => {
  const { rows } = await app.pool.query<{ name: string }>('SELECT name FROM early_adopters ORDER BY name')
  return rows.map(({ name }) => name)
}

async function register(name: string) {
  const json = { ...registrationOf(), name }
  await until(
    async () => (await app.send('/api/early-adopters', { json })).status === 201,
    'the site takes a registration',
  )
}

async function archiveOf(databaseUrl = app.databaseUrl, changes: Partial<ArchiveOrder> = {}) {
  return buffer(
    writeArchive({
      ...{ databaseUrl, files: createFolderStore(`${app.dataDir}/files`), site, clock: app.clock },
      ...{ leftOut, recipients: [], productVersion: '1.0.0', secretId: identifySecret(testSecret) },
      ...changes,
    }).bytes,
  )
}

function restoringOf(changes: Partial<RestoringOptions> = {}) {
  const made: string[] = []
  const stock: BackupStock = {
    find: async () => undefined,
    open: async () => assert.fail('not read from the stock'),
    hold: async () => {},
    async make(reason) {
      made.push(reason)
      return crypto.randomUUID()
    },
    add: async () => assert.fail('nothing is added'),
  }
  const restoring = createRestoring({
    ...{ databaseUrl: app.databaseUrl, db: app.db, clock: app.clock, log, stock },
    files: createFolderStore(`${app.dataDir}/files`),
    withScratchDatabase: withEmptyDatabase,
    secrets: { current: testSecret, earlier: [] },
    revision: { publish: async (change) => change(app.db) },
    encryptedRows: [],
    listParts: () => parts,
    async record(transaction, { action }) {
      await transaction.execute(
        sql`INSERT INTO sensitive_actions (at, action, subject, outcome) VALUES (now(), ${action}, '{}', 'done')`,
      )
    },
    ...changes,
  })
  async function restore(archive: Buffer, order: Partial<RestoreOrder> = {}) {
    // One after another, also by the clock of the test.
    app.clock.advance(1_000)
    const started = await restoring.start({
      open: async () => Readable.from([archive], { objectMode: false }),
      hold: async () => {},
      ...{ size: archive.length, backupId: null, userId: null, identity: undefined },
      ...{ sendsAgain: false, replacesData: true },
      ...order,
    })
    return started
  }
  return { restoring, made, restore }
}

describe('a restore', () => {
  test('replaces all data by those of the backup, while the site is closed', async () => {
    await register('Ana')
    const files = createFolderStore(`${app.dataDir}/files`)
    await putFile(files, 'tests/kept.txt', Buffer.from('kept'))
    const archive = await archiveOf()
    await files.remove('tests/kept.txt')
    await register('Bea')
    await app.pool.query("UPDATE users SET name = 'Changed'")
    const admin = await app.signIn()
    assert.equal((await admin('/api/auth/me')).status, 200)
    assert.deepEqual(await leads(), ['Ana', 'Bea'])

    let during: { page: number; api: number; health: number } | undefined
    const { made, restore } = restoringOf({
      listParts: () => [
        ...parts,
        {
          compared: ['early_adopters'],
          async keep(transaction, backup) {
            assert.equal(backup.replacesData, true)
            const { rows } = await transaction.execute<{ before: number; now: number }>(
              sql`SELECT count(*)::int AS before, (SELECT count(*)::int FROM early_adopters) AS now
                FROM before_restore.early_adopters`,
            )
            assert.deepEqual(rows, [{ before: 2, now: 1 }])
            const status = async (path: string) => (await app.send(path)).status
            during = {
              ...{ page: await status('/es/'), api: await status('/api/content') },
              health: await status('/readyz'),
            }
          },
        },
      ],
    })
    const started = await restore(archive)
    await started?.done
    assert.deepEqual(during, { page: 503, api: 503, health: 200 })
    assert.deepEqual(made, ['before_restore'])
    assert.deepEqual(await leads(), ['Ana'])
    const { rows: users } = await app.pool.query('SELECT name FROM users')
    assert.deepEqual(users, [{ name: 'Admin' }])
    assert.equal((await readFile(files, 'tests/kept.txt'))?.toString(), 'kept')
    await until(async () => (await app.send('/es/')).status === 200, 'the site is open again')
    assert.equal((await admin('/api/auth/me')).status, 401)
    const { rows: actions } = await app.pool.query('SELECT FROM sensitive_actions WHERE action = $1', [
      restoredAction,
    ])
    assert.equal(actions.length, 1)
    await register('Cleo')
    assert.deepEqual(await leads(), ['Ana', 'Cleo'])
  })

  test('of an earlier version is migrated first', async () => {
    const archive = await withEmptyDatabase(async (url) => {
      await migrateDatabase(url, { only: listMigrations().slice(0, -8) })
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(
          "INSERT INTO users (username, username_key, name, role, password_hash) VALUES ('old', 'old', 'Old', 'admin', 'x')",
        )
        const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        const isThere = (name: string) => rows.some(({ tablename }) => tablename === name)
        return await archiveOf(url, { leftOut: leftOut.filter(isThere) })
      } finally {
        await client.end()
      }
    })
    const { restore } = restoringOf()
    await (await restore(archive))?.done
    const { rows } = await app.pool.query('SELECT name FROM users')
    assert.deepEqual(rows, [{ name: 'Old' }])
    assert.deepEqual(await leads(), [])
  })

  test('encrypts rows of another secret under the present one', async () => {
    const other = 'another secret, of another installation'
    const cipher = createEncryption({ current: other, earlier: [] }).cipher('test')
    await app.pool.query(
      "INSERT INTO settings (key, value, version, changed_at) VALUES ('test', to_jsonb($1::text), 1, now())",
      [cipher.encrypt('the key', 'row')],
    )
    const archive = await archiveOf(app.databaseUrl, { secretId: identifySecret(other) })
    const columns: EncryptedRows = {
      purpose: 'test',
      async list(db) {
        const { rows } = await db.execute<{ stored: string }>(
          sql`SELECT value #>> '{}' AS stored FROM settings WHERE key = 'test'`,
        )
        return rows.map(({ stored }) => ({ stored, context: 'row' }))
      },
      async replace(db, _text, renewed) {
        await db.execute(sql`UPDATE settings SET value = to_jsonb(${renewed}::text) WHERE key = 'test'`)
      },
    }
    const unknown = restoringOf({ encryptedRows: [columns] })
    await assert.rejects((await unknown.restore(archive))?.done ?? Promise.resolve(), /SECRET_KEY_OLD/)
    assert.equal((await unknown.restoring.store.findLast())?.failure, 'other_secret')
    assert.deepEqual(unknown.made, [])

    const known = restoringOf({
      encryptedRows: [columns],
      secrets: { current: testSecret, earlier: [other] },
    })
    await (await known.restore(archive, { replacesData: false }))?.done
    // On an empty machine there is nothing to make a backup of.
    assert.deepEqual(known.made, [])
    const [text] = await columns.list(app.db)
    const present = createEncryption({ current: testSecret, earlier: [] }).cipher('test')
    assert.equal(present.decrypt(text?.stored ?? '', 'row'), 'the key')
    await app.pool.query("DELETE FROM settings WHERE key = 'test'")
  })

  test('is refused for what is no whole archive, and changes nothing', async () => {
    await register('Dora')
    const archive = await archiveOf()
    const altered = Buffer.from(archive)
    altered[Math.floor(altered.length / 2)] = 255 - (altered[Math.floor(altered.length / 2)] ?? 0)
    const { restoring, made, restore } = restoringOf()
    for (const [bytes, failure] of [
      [altered, 'damaged'],
      [archive.subarray(0, archive.length - 2048), 'damaged'],
      [Buffer.from('no archive at all'), 'foreign'],
    ] as const) {
      await assert.rejects((await restore(bytes))?.done ?? Promise.resolve(), ArchiveError)
      const last = await restoring.store.findLast()
      assert.deepEqual([last?.state, last?.failure], ['failed', failure])
    }
    assert.deepEqual(made, [])
    assert.ok((await leads()).includes('Dora'))
  })

  test('that fails half-way leaves everything as it was, and the site open', async () => {
    const archive = await archiveOf()
    await register('Elsa')
    const before = await leads()
    const { restoring, restore } = restoringOf({
      listParts: () => [...parts, { keep: () => Promise.reject(new Error('it cannot be kept')) }],
    })
    await assert.rejects((await restore(archive))?.done ?? Promise.resolve(), /it cannot be kept/)
    assert.equal((await restoring.store.findLast())?.failure, 'failed')
    await until(async () => (await app.send('/es/')).status === 200, 'the site is open again')
    assert.deepEqual(await leads(), before)
    const { rows } = await app.pool.query("SELECT FROM pg_namespace WHERE nspname = 'before_restore'")
    assert.equal(rows.length, 0)
    // Triggers work, so that it is still recorded who changes what.
    const count = async () => (await app.pool.query('SELECT FROM audit_entries')).rowCount ?? 0
    const recorded = await count()
    await register('Fina')
    assert.ok((await count()) > recorded)
  })

  test('goes on alone: another is refused until it has ended', async () => {
    const archive = await archiveOf()
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const first = restoringOf({ listParts: () => [...parts, { keep: () => waiting }] })
    const second = restoringOf()
    const started = await first.restore(archive)
    assert.equal(await second.restore(archive), undefined)
    goOn()
    await started?.done
  })

  test('whose process loses its connection is as if it had never been, and the site opens', async () => {
    const archive = await archiveOf()
    await register('Gala')
    const before = await leads()
    const { restoring, restore } = restoringOf({
      listParts: () => [
        ...parts,
        {
          async keep() {
            await app.pool.query(
              `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${maintenanceLock}`,
            )
          },
        },
      ],
    })
    await assert.rejects((await restore(archive))?.done ?? Promise.resolve())
    assert.equal((await restoring.store.findLast())?.state, 'failed')
    await until(async () => (await app.send('/es/')).status === 200, 'the site is open again')
    assert.deepEqual(await leads(), before)
  })
})
