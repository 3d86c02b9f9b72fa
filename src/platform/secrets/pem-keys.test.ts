import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { createEncryption } from '#platform/encryption.ts'
import { KeyFileError } from '#platform/key-files.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { idOfKey, publicHalfOf } from './key-id.ts'
import { createKeyRing } from './key-ring.ts'
import { toMultikey } from './multikey.ts'
import { movePemKeys } from './pem-keys.ts'
import { signingKeys } from './table.ts'

let database: TestDatabase
let postgres: Postgres
let folder: string
const clock = createFakeClock()
const encryption = createEncryption({ current: 'the secret of these tests of key files', earlier: [] })

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent') })
})
beforeEach(async () => {
  await postgres.db.delete(signingKeys)
  folder = join(await mkdtemp(join(tmpdir(), 'firmeza-test-')), 'keys')
})
after(async () => {
  await postgres.close()
  await database.drop()
})

const move = (from = folder, fixedId?: string) =>
  movePemKeys({ db: postgres.db, encryption, purpose: 'badges', folder: from, fixedId })
const ring = () =>
  createKeyRing({ db: postgres.db, clock, encryption, purpose: 'badges', fixedKey: undefined })

/** A key as earlier versions stored it: its public half in a row, its private half in a file. */
async function storeEarlierKey(to = folder, { isRetired = false, hasRow = true } = {}) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const publicKey = publicHalfOf(privateKey)
  const id = idOfKey(publicKey)
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const path = join(to, `${id}.pem`)
  await mkdir(to, { recursive: true })
  await writeFile(path, pem, { mode: 0o600 })
  clock.advance(1000)
  const createdAt = clock.now()
  const retiredAt = isRetired ? createdAt : null
  if (hasRow)
    await postgres.db
      .insert(signingKeys)
      .values({ id, publicKeyMultibase: toMultikey(publicKey), createdAt, retiredAt })
  return { id, pem, path }
}

const writePem = async () =>
  String((await ring().getCurrent()).privateKey.export({ type: 'pkcs8', format: 'pem' }))

async function findRow(id: string) {
  const [row] = await postgres.db.select().from(signingKeys).where(eq(signingKeys.id, id))
  return row
}

describe('key files of earlier versions', () => {
  test('are moved into their rows, and the key goes on signing', async () => {
    const { id, pem } = await storeEarlierKey()
    assert.deepEqual(await move(), [])
    assert.deepEqual(await readdir(folder), [])
    assert.equal((await ring().getCurrent()).id, id)
    assert.equal(await writePem(), pem)
    assert.equal((await findRow(id))?.retiredAt, null)
    assert.deepEqual(await move(), [])
  })

  test('need not exist', async () => {
    assert.deepEqual(await move(), [])
    await mkdir(folder)
    assert.deepEqual(await move(), [])
  })

  test('of several processes are all moved, and the newest key signs', async () => {
    const [one, other] = [folder, `${folder}-of-another`]
    const older = await storeEarlierKey(one)
    const newer = await storeEarlierKey(other)
    await move(other)
    assert.equal((await ring().getCurrent()).id, newer.id)
    await move(one)
    assert.equal((await ring().getCurrent()).id, newer.id)
    assert.notEqual((await findRow(older.id))?.privateKey, null)
  })

  test('are moved once by processes that start at once in one folder', async () => {
    const keys = [await storeEarlierKey(), await storeEarlierKey(), await storeEarlierKey()]
    await Promise.all(Array.from({ length: 5 }, () => move()))
    assert.deepEqual(await readdir(folder), [])
    for (const { id } of keys) assert.notEqual((await findRow(id))?.privateKey, null)
    assert.equal(await writePem(), keys[2]?.pem)
  })

  test('stay until their rows are committed', async () => {
    const { id, path } = await storeEarlierKey()
    await postgres.pool.query(
      `CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
       CREATE CONSTRAINT TRIGGER refuse_commit AFTER UPDATE ON signing_keys DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION refuse_commit()`,
    )
    await assert.rejects(move())
    await postgres.pool.query('DROP FUNCTION refuse_commit CASCADE')
    assert.deepEqual(await readdir(folder), [`${id}.pem`])
    assert.equal((await findRow(id))?.privateKey, null)
    await move()
    assert.deepEqual(await readdir(folder), [])
    assert.equal((await ring().getCurrent()).id, id)
    // Killed after the commit, before the file was removed, or what is left of it.
    await writeFile(path, '')
    await move()
    assert.deepEqual(await readdir(folder), [])
    assert.equal((await ring().getCurrent()).id, id)
  })

  test('of retired keys are deleted, whatever they hold', async () => {
    const { id, path } = await storeEarlierKey(folder, { isRetired: true })
    await writeFile(path, 'x')
    await move()
    assert.deepEqual(await readdir(folder), [])
    assert.equal((await findRow(id))?.privateKey, null)
  })

  test('fail the start when they are damaged, and are made again once they are deleted', async () => {
    const { id, path, pem } = await storeEarlierKey()
    const another = await storeEarlierKey(`${folder}-of-another`)
    for (const content of ['', 'x'.repeat(100), pem.slice(0, 80), another.pem]) {
      await writeFile(path, content)
      await assert.rejects(
        move(),
        (error: Error) => error instanceof KeyFileError && error.message.includes(path),
      )
      assert.deepEqual(await readdir(folder), [`${id}.pem`])
    }
    await rm(path)
    await move()
    assert.notEqual((await ring().getCurrent()).id, id)
    assert.notEqual((await findRow(id))?.retiredAt, null)
  })

  test('stay and are named when their keys belong to another database', async () => {
    const { path } = await storeEarlierKey(folder, { hasRow: false })
    await storeEarlierKey()
    await writeFile(join(folder, 'notes.txt'), 'not a key')
    assert.deepEqual(await move(), [path])
    assert.equal((await readdir(folder)).length, 2)
  })

  test('stay where the environment names them', async () => {
    const { id } = await storeEarlierKey()
    assert.deepEqual(await move(folder, id), [])
    assert.deepEqual(await readdir(folder), [`${id}.pem`])
  })
})
