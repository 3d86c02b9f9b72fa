import assert from 'node:assert/strict'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createEncryption, DecryptionError } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { renewEncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { documentKeys } from './key-store.ts'
import { createDocumentSigner } from './signer.ts'
import { signatureDocumentKeys } from './table.ts'

const [secret, newSecret] = ['a secret of thirty-two characters', 'another of thirty-two characters!']
const now = new Date('2026-11-28T15:00:00Z')
let database: TestDatabase
let postgres: Postgres

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent') })
})
after(async () => {
  await postgres.close()
  await database.drop()
})

/** The signer of one process. */
const startSigner = (current = secret, earlier: string[] = []) =>
  createDocumentSigner({
    db: postgres.db,
    clock: { now: () => now },
    encryption: createEncryption({ current, earlier }),
    siteName: () => 'Firmeza',
  })

test('processes that need the first key at once share one, with a certificate for it', async () => {
  const signers = await Promise.all(
    Array.from({ length: 6 }, () => startSigner()).map((one) => one.getSigner()),
  )
  assert.equal((await postgres.db.select().from(signatureDocumentKeys)).length, 1)
  const certificates = new Set(signers.map(({ certificate }) => Buffer.from(certificate).toString('hex')))
  assert.equal(certificates.size, 1)
  const [{ privateKey, certificate: bytes } = await startSigner().getSigner()] = signers
  const certificate = new X509Certificate(bytes)
  assert.ok(certificate.publicKey.equals(createPublicKey(privateKey)))
  assert.ok(certificate.verify(certificate.publicKey))
  assert.match(certificate.subject, /^CN=Firmeza · documents$/)
  assert.equal(certificate.ca, false)
  assert.equal(new Date(certificate.validTo).getUTCFullYear(), 2046)
})

test('the private key is stored encrypted, under the current secret after a rotation of secrets', async () => {
  const { privateKey } = await startSigner().getSigner()
  const [row] = await postgres.db.select().from(signatureDocumentKeys)
  assert.ok(row)
  assert.doesNotMatch(row.privateKey, /PRIVATE/)
  await assert.rejects(startSigner(newSecret).getSigner(), DecryptionError)
  const encryption = createEncryption({ current: newSecret, earlier: [secret] })
  assert.deepEqual(await renewEncryptedRows(postgres.db, encryption, [documentKeys]), {
    renewed: 1,
    unreadable: 0,
  })
  assert.ok((await startSigner(newSecret).getSigner()).privateKey.equals(privateKey))
})

test('a rotation retires the key and makes another', async () => {
  const signer = startSigner(newSecret)
  const old = await signer.getSigner()
  await signer.rotate()
  assert.ok(!(await signer.getSigner()).privateKey.equals(old.privateKey))
  const rows = await postgres.db.select().from(signatureDocumentKeys)
  assert.deepEqual(rows.map(({ retiredAt }) => retiredAt === null).sort(), [false, true])
})
