import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createWriteCheck } from './write-check.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: Postgres
let folder: string

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent') })
  folder = await mkdtemp(join(tmpdir(), 'firmeza-write-check-'))
})
after(async () => {
  await postgres.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

test('finds nothing wrong where everything can be written, and leaves no file', async () => {
  assert.equal(await createWriteCheck({ db: postgres.db, folder })(), undefined)
  assert.deepEqual(await readdir(folder), [])
})

test('tells a disk that takes no file, unless no database is on it', async () => {
  const gone = join(folder, 'gone')
  assert.equal(await createWriteCheck({ db: postgres.db, folder: gone })(), 'disk not writable')
  assert.equal(await createWriteCheck({ db: postgres.db, folder: undefined })(), undefined)
})

test('tells a database that takes no changes', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await postgres.pool.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`)
  const readOnly = connectPostgres(database.url, { log: createLog('silent') })
  try {
    assert.equal(await createWriteCheck({ db: readOnly.db, folder })(), 'database read-only')
  } finally {
    await readOnly.close()
  }
})

test('asks a database that does not answer once, and for no longer than a second', async () => {
  let asked = 0
  const db = Object.assign(Object.create(postgres.db), {
    execute() {
      asked++
      return new Promise(() => {})
    },
  })
  const check = createWriteCheck({ db, folder, every: 0 })
  const start = performance.now()
  assert.deepEqual(await Promise.all([check(), check()]), [undefined, undefined])
  assert.ok(performance.now() - start < 1_900)
  assert.equal(asked, 1)
})
