import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoginResponse } from '#features/accounts/contract.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { upload } from './support/documents/library.ts'
import { pdfFile } from './support/documents/pdf-file.ts'
import { createHttpClient } from './support/http-client.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const password = 'correct horse battery'
let database: TestDatabase
let postgres: Postgres
let dataDir: string

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-crash-'))
})
after(async () => {
  await postgres.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () =>
  startServerProcess({
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_PASSWORD: password },
    SECRET_KEY: 'a secret that only the tests know of',
  })

async function signIn({ send, url }: ServerProcess) {
  const login = await send('/api/auth/login', { form: { username: 'admin', password } })
  return createHttpClient(url, { authorization: `Bearer ${login.read(LoginResponse).access_token}` })
}

const count = async (table: string, condition = 'true'): Promise<number> => {
  const { rows } = await postgres.pool.query(`SELECT count(*)::int AS total FROM ${table} WHERE ${condition}`)
  return rows[0].total
}

test('a process that is killed while it takes in and reads files leaves no row without a file and no file without a row', async () => {
  const file = pdfFile({ padding: 4_000_000 })
  for (const moment of [60, 250, 700]) {
    const server = await start()
    const admin = await signIn(server)
    const sent = Array.from({ length: 6 }, (_, index) =>
      upload(admin, { file, title: `Document ${index}` }).catch(() => undefined),
    )
    await sleep(moment)
    await server.end('SIGKILL')
    await Promise.all(sent)
  }
  // What the dead one held is free once it has stood still for long, which a test does not wait for.
  await postgres.pool.query(`UPDATE document_uploads SET alive_at = alive_at - interval '1 hour'`)
  await postgres.pool.query(`UPDATE document_versions SET taken_until = taken_until - interval '1 hour'`)
  const last = await start()
  await until(async () => (await count('document_uploads')) === 0, 'broken uploads are cleared away', 60)
  await until(
    async () => (await count('document_versions', `state = 'processing' OR NOT is_read`)) === 0,
    'all files have been read',
    60,
  )
  const files = createFolderStore(join(dataDir, 'files'))
  const { rows } = await postgres.pool.query<{ key: string; file_path: string; state: string }>(
    'SELECT key, file_path, state FROM document_versions',
  )
  assert.equal(rows.length, await count('documents'))
  for (const { file_path, state } of rows) {
    assert.equal(state, 'ready')
    assert.ok(await files.find(file_path), `${file_path} is missing`)
  }
  const known = new Set(rows.map(({ key }) => key))
  for await (const { name } of files.list('documents/')) assert.ok(known.has(name.split('/')[1] ?? ''), name)
  await last.end('SIGTERM')
})
