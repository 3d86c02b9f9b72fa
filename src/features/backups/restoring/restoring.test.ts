import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { BackupPart } from '#feature.ts'
import { ArchiveError } from '#features/backups/archive/archive.ts'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import { writeArchive } from '#features/backups/archive/writing.ts'
import type { BackupStock } from '#features/backups/stock.ts'
import { maintenanceLock } from '#platform/database/maintenance.ts'
import { createScratchDatabases } from '#platform/embedded-postgres/scratch-database.ts'
import { putFile, readFile } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { until } from '../../../../test/support/until.ts'
import { createRestoring, type RestoreOrder, type RestoringOptions, restoredAction } from './restoring.ts'

const site = { name: 'Firmeza', url: 'https://example.org' }
const log = createLog('silent')
const untouched = ['site_revision', 'backups', 'backup_schedule', 'restores']
const emptied = ['social_connections', 'sessions', 'factor_challenges', 'request_counts']
const parts: BackupPart[] = [{ untouched, emptied }]
let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const leads = async () => {
  const { rows } = await app.pool.query<{ name: string }>('SELECT name FROM early_adopters ORDER BY name')
  return rows.map(({ name }) => name)
}

function register(name: string) {
  return app.send('/api/early-adopters', { json: { ...registrationOf(), name } })
}

async function archiveOf(databaseUrl = app.databaseUrl, secret = testSecret) {
  return buffer(
    writeArchive({
      ...{ databaseUrl, files: createFolderStore(`${app.dataDir}/files`), site, clock: app.clock },
      ...{ leftOut: [...untouched, ...emptied], recipients: [], productVersion: '1.0.0' },
      secretId: identifySecret(secret),
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
    withScratchDatabase: createScratchDatabases({ dataDir: app.dataDir, log }),
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
            const { rows } = await transaction.execute(
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
    assert.equal((await register('Cleo')).status, 201)
    assert.deepEqual(await leads(), ['Ana', 'Cleo'])
  })
})
