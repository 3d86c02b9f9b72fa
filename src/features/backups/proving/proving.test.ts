import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { ArchiveError } from '#features/backups/archive/archive.ts'
import { loadInTransaction } from '#features/backups/archive/loading.ts'
import { hashRows } from '#platform/database/copying/row-hash.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { putFile } from '#platform/files/file-store.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { readConfig } from '../../../../src/config.ts'
import {
  createTestFiles,
  emptyDatabases,
  makeArchive,
  openBytes,
  orderOf,
  runOn,
} from '../../../../test/support/backups/archives.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { compareLoaded, ProofError } from './comparing.ts'
import { createPageProof } from './page-proof.ts'
import { type ProofOrder, proveArchive } from './proving.ts'

let app: TestApp
let stored: Awaited<ReturnType<typeof createTestFiles>>
let bytes: Buffer
const proof = createPageProof()

before(async () => {
  app = await startTestApp()
  stored = await createTestFiles()
  await putFile(stored.files, 'one', randomBytes(1_000))
  await app.pool.query(
    'INSERT INTO lead_tags (name, name_key, people) SELECT n, n, n FROM generate_series(1, 50) n',
  )
  ;({ bytes } = await makeArchive(orderOf({ databaseUrl: app.databaseUrl, files: stored.files })))
})
after(async () => {
  proof.close()
  await Promise.all([app.close(), stored.remove()])
})

const provePages = async () => ({ pages: ['/es/'] })
const order = (more: Partial<ProofOrder> = {}): ProofOrder => ({
  open: async () => Readable.from([bytes], { objectMode: false }),
  ...{ identities: [], provePages, secrets: [testSecret] },
  withScratchDatabase: emptyDatabases(app.databaseUrl),
  config: readConfig({ PUBLIC_URL: 'https://site.example', SMTP_URL: 'smtp://mail.example' }),
  ...more,
})

const isFault = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProofError, String(error))
  assert.match(error.message, /^The backup is not restorable: .*\.$/)
  assert.match(error.message, message)
  return true
}

describe('the proof of a backup', () => {
  test('brings one of an earlier version to the present one, and renders its pages', async () => {
    const earlier = listMigrations().slice(0, -4)
    await emptyDatabases(app.databaseUrl)(async (databaseUrl) => {
      await migrateDatabase(databaseUrl, { only: earlier })
      const old = await makeArchive(orderOf({ databaseUrl, files: stored.files }))
      assert.deepEqual(old.manifest.migrations, earlier)
      const open = async () => Readable.from([old.bytes], { objectMode: false })
      const found = await proveArchive(order({ open, provePages: proof.prove }))
      const addresses = ['es', 'en', 'ar'].flatMap((language) => [`/${language}/`, `/${language}/privacy`])
      assert.deepEqual(found.pages.slice(0, 6), addresses)
      assert.deepEqual([found.files, found.bytes], [1, 1_000])
      assert.ok(found.rows > 0 && found.tables > 100)
    })
  })

  test('names the page that could not be rendered', async () => {
    const failing = async ({ databaseUrl }: { databaseUrl: string }) => {
      await runOn(databaseUrl, 'SELECT FROM social_posts')
      throw new Error('/es/ answers 500')
    }
    await assert.rejects(proveArchive(order({ provePages: failing })), isFault(/pages .*\/es\/ answers 500/))
  })

  test('is not begun with a damaged archive, and can be stopped', async () => {
    const damaged = Buffer.from(bytes)
    damaged[10_000] = (damaged[10_000] ?? 0) + 1
    const withScratchDatabase = () => assert.fail('it was begun')
    const open = async () => Readable.from([damaged], { objectMode: false })
    await assert.rejects(proveArchive(order({ open, withScratchDatabase })), ArchiveError)
    const controller = new AbortController()
    const onStep = (step: string) => {
      if (step === 'load') controller.abort()
    }
    await assert.rejects(proveArchive(order({ signal: controller.signal, onStep })), { name: 'AbortError' })
  })

  test('sees whatever differs once it is loaded, but for the order of rows', async () => {
    const { url, drop } = await createTestDatabase()
    try {
      const archive = await openBytes(bytes)
      await loadInTransaction(url, archive)
      await runOn(url, 'ALTER TABLE lead_tags DISABLE TRIGGER USER')
      await compareLoaded(url, archive)
      // A row that is written anew goes to the end of its table.
      await runOn(url, 'UPDATE lead_tags SET name = name WHERE people = 7')
      await compareLoaded(url, archive)
      await runOn(url, 'UPDATE lead_tags SET people = 57 - people WHERE people IN (7, 50)')
      await assert.rejects(compareLoaded(url, archive), isFault(/rows of lead_tags differ/))
      await runOn(url, 'UPDATE lead_tags SET people = name::int')
      await compareLoaded(url, archive)
      await runOn(url, "SELECT nextval(pg_get_serial_sequence('mails', 'number'))")
      await assert.rejects(compareLoaded(url, archive), isFault(/numbers that were given/))
      await runOn(url, 'ALTER SEQUENCE mails_number_seq RESTART')
      await runOn(url, 'DROP TABLE lead_notes')
      await assert.rejects(compareLoaded(url, archive), isFault(/the table lead_notes is missing/))
    } finally {
      await drop()
    }
  })
})

test('the hash of rows is that of any order of them, and of no other rows', async () => {
  const hashOf = (...chunks: string[]) => hashRows(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))
  const one = await hashOf('a\t1\nb\t2\nc\t3\n')
  assert.equal(await hashOf('c\t3\na\t', '1\n', 'b\t2', '\n'), one)
  for (const other of [
    'a\t1\nb\t2\n',
    'a\t1\nb\t2\nc\t4\n',
    'a\t1\nb\t2\nc\t3\nc\t3\n',
    'a\t2\nb\t1\nc\t3\n',
    '',
  ])
    assert.notEqual(await hashOf(other), one)
})
