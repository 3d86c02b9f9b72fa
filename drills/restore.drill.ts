// Backups made under write load are restored on an empty machine, and everything is compared: one by the command, encrypted and
// with the secret in it, one from an object store, and one of an earlier version.
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { AuditCheck } from '#features/audit/contract.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import { writeArchive } from '#features/backups/archive/writing.ts'
import { BackupDetails } from '#features/backups/contract.ts'
import { Setting } from '#features/settings/contract.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { openEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, migrateDatabase } from '#platform/postgres.ts'
import { languages } from '#shared/languages.ts'
import { listAccessCases } from '../test/support/backups/access-cases.ts'
import { createEmptyDatabase, createTestFiles, orderOf } from '../test/support/backups/archives.ts'
import { listPeopleCases } from '../test/support/backups/people-cases.ts'
import { createRestoreDrill } from '../test/support/backups/restore-drill.ts'
import {
  findDifferences,
  findHalves,
  findUntimely,
  findWithoutFile,
  restoredTables,
} from '../test/support/backups/restored-state.ts'
import { listSendingCases } from '../test/support/backups/sending-cases.ts'
import { startWriters, type Writers } from '../test/support/backups/writers.ts'
import { adminPassword, startTestApp, testSecret } from '../test/support/build-app.ts'
import { seedLeads } from '../test/support/campaigns.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { describeStore } from '../test/support/files/described-store.ts'
import { collect } from '../test/support/files/file-store-tests.ts'
import { type S3Server, startS3Server } from '../test/support/files/s3-server.ts'
import { createHttpClient, type Send } from '../test/support/http-client.ts'
import { runAdminCommand } from '../test/support/processes/admin-command.ts'
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'

const leads = Number(process.env.LEADS ?? 50_000)
const log = createLog('silent')

let identity: string
let folder: string
let store: S3Server
let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: ServerProcess
let admin: Send
before(async () => {
  identity = await generateIdentity()
  folder = await mkdtemp(join(tmpdir(), 'firmeza-drill-'))
  // For the account of PostgreSQL, where root runs this.
  await chmod(folder, 0o711)
  await writeFile(join(folder, 'key'), identity)
  store = await startS3Server()
  database = await createTestDatabase()
  const env = {
    ...{ SECRET_KEY: testSecret, ADMIN_PASSWORD: adminPassword, BACKUP_FREQUENCY: 'off' },
    ...{ S3_URL: inFolder('product'), BACKUP_S3_URL: inFolder('backups'), BACKUP_DESTINATION: 'store' },
    BACKUP_KEYS: await identityToRecipient(identity),
  }
  await fill(env)
  server = await startServerProcess({ ...env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'product') })
  admin = await signIn(server)
  const settings = (await admin('/api/settings')).read(z.array(Setting))
  const version = settings.find(({ key }) => key === 'backupIncludesSecret')?.version ?? 0
  const changes = [{ key: 'backupIncludesSecret', value: true, version }]
  assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
})
after(async () => {
  await server.end('SIGTERM')
  await store.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const inFolder = (name: string) => store.url.replace('/some/folder', `/some/${name}`)

async function signIn({ send, url }: Pick<ServerProcess, 'send' | 'url'>): Promise<Send> {
  const reply = await send('/api/auth/login', { form: { username: 'admin', password: adminPassword } })
  assert.equal(reply.status, 200, reply.text)
  return createHttpClient(url, { authorization: `Bearer ${reply.read(LoginResponse).access_token}` })
}

/** Puts data into all areas. */
async function fill(env: Record<string, string>): Promise<void> {
  const app = await startTestApp({ env, databaseUrl: database.url })
  try {
    await seedLeads(app, { count: leads })
    const context = { app, drill: createRestoreDrill(app), admin: await app.signIn() }
    for (const listCases of [listPeopleCases, listSendingCases, listAccessCases])
      for (const { prepare } of listCases(context)) await prepare()
  } finally {
    await app.close()
  }
}

/** Makes a backup while people write. */
async function underLoad(make: () => Promise<void>) {
  const writers = await startWriters({ send: server.send, admin })
  try {
    await writers.goOn()
    const begun = performance.now()
    await make()
    const ended = performance.now()
    await writers.goOn()
    return { written: writers.written, moments: { begun, ended } }
  } finally {
    await writers.stop()
  }
}

interface Expected {
  written: Writers['written']
  moments: { begun: number; ended: number }
}

/** Restores a backup into an empty data folder, compares everything, and has the product serve it. */
async function restoreOnEmptyMachine(file: string, { written, moments }: Expected): Promise<number> {
  const dataDir = await mkdtemp(join(folder, 'empty-'))
  const begun = performance.now()
  const { code, errors } = await runAdminCommand(['restore', file, '--identity', join(folder, 'key')], {
    DATA_DIR: dataDir,
  })
  const seconds = (performance.now() - begun) / 1000
  assert.equal(code, 0, errors)
  const archive = await openArchive(async () => createReadStream(file), {
    ...{ identities: [identity], knownMigrations: listMigrations() },
  })
  const files: FileStore = createFolderStore(join(dataDir, 'files'))
  const postgres = await openEmbeddedPostgres({ dataDir, log })
  const { pool, close } = connectPostgres(postgres.url, { log, max: 2 })
  try {
    const different = await findDifferences(archive, { databaseUrl: postgres.url, files })
    assert.deepEqual(different.files, [])
    assert.deepEqual(
      different.tables.filter((name) => !restoredTables.includes(name)),
      [],
    )
    assert.deepEqual(await findHalves(pool, archive.manifest.leftOut), [])
    assert.deepEqual(await findUntimely(pool, written, moments), [])
    assert.deepEqual(await findWithoutFile(pool, files), [])
  } finally {
    await close()
    await postgres.stop()
  }
  const restored = await startServerProcess({ DATA_DIR: dataDir })
  try {
    for (const language of languages) assert.equal((await restored.send(`/${language}/`)).status, 200)
    const team = await signIn(restored)
    assert.equal((await team('/api/audit/check')).read(AuditCheck).broken_at, null)
  } finally {
    await restored.end('SIGTERM')
  }
  return seconds
}

describe(`a backup of ${leads} leads and what people write meanwhile is whole on an empty machine`, () => {
  test('made by the command, encrypted, with the secret in it', async (context) => {
    const file = join(folder, 'command.age')
    const expected = await underLoad(async () => {
      const { code, errors } = await runAdminCommand(['backup', file], {
        ...{ DATABASE_URL: database.url, SECRET_KEY: testSecret, S3_URL: inFolder('product') },
        BACKUP_KEYS: await identityToRecipient(identity),
      })
      assert.equal(code, 0, errors)
    })
    context.diagnostic(`restored in ${(await restoreOnEmptyMachine(file, expected)).toFixed(1)} s`)
  })

  test('made by the product, proven and fetched from the object store', async (context) => {
    const expected = await underLoad(async () => {
      const { id } = (await admin('/api/backups', { json: {} })).read(BackupDetails)
      await until(
        async () => {
          const { state, failure_detail } = (await admin(`/api/backups/${id}`)).read(BackupDetails)
          assert.notEqual(state, 'failed', failure_detail ?? '')
          return state === 'done'
        },
        'the backup is proven',
        300,
      )
    })
    const backups = describeStore(store.url.replace('/some/folder', '/some'), 'backups', log).store
    const [stored, ...others] = await collect(backups.list(''))
    assert.ok(stored && others.length === 0)
    const file = join(folder, 'stored.age')
    const bytes = await backups.open(stored.name)
    assert.ok(bytes)
    await pipeline(bytes, createWriteStream(file))
    context.diagnostic(`restored in ${(await restoreOnEmptyMachine(file, expected)).toFixed(1)} s`)
  })
})

test('a backup of an earlier version is brought to the present one on an empty machine', async () => {
  const earlier = await createEmptyDatabase(database.url)
  const { files, remove } = await createTestFiles()
  const file = join(folder, 'earlier.tar')
  try {
    await migrateDatabase(earlier.url, { only: listMigrations().slice(0, -8) })
    const { pool, close } = connectPostgres(earlier.url, { log, max: 1 })
    await seedLeads({ pool, clock: { now: () => new Date(), advance() {} } }, { count: 1_000 })
    await close()
    const order = orderOf({ databaseUrl: earlier.url, files }, { secretId: identifySecret(testSecret) })
    await writeFile(file, writeArchive(order).bytes)
  } finally {
    await earlier.drop()
    await remove()
  }
  const dataDir = await mkdtemp(join(folder, 'earlier-'))
  const { code, errors } = await runAdminCommand(['restore', file], {
    ...{ DATA_DIR: dataDir, SECRET_KEY: testSecret },
  })
  assert.equal(code, 0, errors)
  const restored = await startServerProcess({
    ...{ DATA_DIR: dataDir, SECRET_KEY: testSecret, ADMIN_PASSWORD: adminPassword },
  })
  try {
    const team = await signIn(restored)
    assert.equal((await team('/api/early-adopters?limit=1&count=exact')).headers['x-total-count'], '1000')
  } finally {
    await restored.end('SIGTERM')
  }
})
