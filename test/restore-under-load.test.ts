import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import type { Archive } from '#features/backups/archive/archive.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { Picture } from '#features/media/contract.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { languages } from '#shared/languages.ts'
import { listAccessCases } from './support/backups/access-cases.ts'
import { createEmptyDatabase } from './support/backups/archives.ts'
import { listPeopleCases } from './support/backups/people-cases.ts'
import { createRestoreDrill } from './support/backups/restore-drill.ts'
import {
  findDifferences,
  findHalves,
  findUntimely,
  findWithoutFile,
  restoredTables,
} from './support/backups/restored-state.ts'
import { listSendingCases } from './support/backups/sending-cases.ts'
import { startWriters, uploadPicture, type Writers } from './support/backups/writers.ts'
import { startTestApp, type TestApp, testSecret } from './support/build-app.ts'
import { seedLeads } from './support/campaigns.ts'
import type { Send } from './support/http-client.ts'
import { runAdminCommand } from './support/processes/admin-command.ts'

const secret = { SECRET_KEY: testSecret }

/** What is closed in the end, also when a preparation fails. */
const open: (() => Promise<void>)[] = []
let archive: Archive
let writers: Writers
/** When the backup was made. */
let moments: { begun: number; ended: number }
/** Between the archive and what was restored, before anybody used it. */
let differences: Awaited<ReturnType<typeof findDifferences>>
/** Removed while the backup was written, after its state of the database was fixed. */
let removed: Picture
let restored: TestApp
let admin: Send

before(async () => {
  const app = await startTestApp({ env: secret })
  open.push(app.close)
  await seedLeads(app, { count: 2_000 })
  const context = { app, drill: createRestoreDrill(app), admin: await app.signIn() }
  for (const listCases of [listPeopleCases, listSendingCases, listAccessCases])
    for (const { prepare } of listCases(context)) await prepare()
  writers = await startWriters({ send: app.send, admin: context.admin })
  open.push(writers.stop)
  await writers.goOn()
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  const file = join(dataDir, 'backup.tar')
  removed = await uploadPicture(context.admin, 'Removed')
  const begun = performance.now()
  const { bytes } = app.app.backups.write(new AbortController().signal)
  await once(bytes, 'readable')
  assert.equal((await context.admin(`/api/media/${removed.id}`, { method: 'DELETE' })).status, 204)
  await writeFile(file, bytes)
  moments = { begun, ended: performance.now() }
  await writers.goOn()
  await writers.stop()
  const empty = await createEmptyDatabase(app.databaseUrl)
  open.push(empty.drop)
  const env = { DATABASE_URL: empty.url, DATA_DIR: dataDir, ...secret }
  const { code, errors } = await runAdminCommand(['restore', file], env)
  assert.equal(code, 0, errors)
  const reading = { identities: [], knownMigrations: listMigrations() }
  archive = await openArchive(async () => createReadStream(file), reading)
  const files = createFolderStore(join(dataDir, 'files'))
  differences = await findDifferences(archive, { databaseUrl: empty.url, files })
  restored = await startTestApp({ env: secret, databaseUrl: empty.url, dataDir })
  open.push(restored.close)
  admin = await restored.signIn()
})
after(async () => {
  for (const close of open.reverse()) await close()
})

test('every row and every file is as it is in the backup, but for what must not happen twice', async () => {
  assert.deepEqual(differences, { tables: restoredTables, files: [] })
  const fewer: string[] = []
  for (const { name, rows } of archive.manifest.tables) {
    const { rowCount } = await restored.pool.query(`SELECT FROM "${name}"`)
    if (Number(rowCount) < rows) fewer.push(name)
  }
  assert.deepEqual(fewer, ['confirmation_queue'])
})

test('nothing is half', async () => {
  assert.deepEqual(await findHalves(restored.pool, archive.manifest.leftOut), [])
  assert.deepEqual(await createRestoreDrill(restored).findFaults(), [])
})

test('what was stored before the backup is there, and nothing that came after it', async () => {
  assert.deepEqual(await findUntimely(restored.pool, writers.written, moments), [])
})

test('every document and picture has its file', async () => {
  const files = createFolderStore(join(restored.dataDir, 'files'))
  assert.deepEqual(await findWithoutFile(restored.pool, files), [])
  const pictures = (await admin('/api/media')).read(z.array(Picture))
  assert.ok(pictures.some(({ id }) => id === removed.id))
  for (const { src } of pictures) assert.equal((await restored.send(src)).status, 200, src)
})

test('the site serves its pages in all languages, and the team signs in', async () => {
  for (const language of languages) {
    const page = await restored.send(`/${language}/`)
    assert.equal(page.status, 200)
    assert.match(page.text, new RegExp(`<html lang="${language}"`))
  }
  assert.equal((await admin('/api/auth/me')).status, 200)
})
