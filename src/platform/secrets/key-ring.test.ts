import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createEncryption, type Encryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { StartError } from '#platform/start-error.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { renewEncryptedRows } from './encrypted-rows.ts'
import { createKeyRing } from './key-ring.ts'
import { signingKeySecrets } from './signing-key-store.ts'
import { type KeyPurpose, signingKeys } from './table.ts'

let database: TestDatabase
let postgres: Postgres
const clock = createFakeClock()
const encryption = createEncryption({ current: 'the secret of these tests of signing keys', earlier: [] })
const others = createEncryption({ current: 'another secret than that of these tests', earlier: [] })

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent') })
})
beforeEach(() => postgres.db.delete(signingKeys))
after(async () => {
  await postgres.close()
  await database.drop()
})

interface Changes {
  purpose?: KeyPurpose
  fixedKey?: string
  encryption?: Encryption
}

/** A ring as another process has it. */
const createRing = ({ fixedKey, ...changes }: Changes = {}) =>
  createKeyRing({ db: postgres.db, clock, encryption, purpose: 'badges', fixedKey, ...changes })

const makePem = () =>
  String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))

async function readText(query: string): Promise<string> {
  const { rows } = await postgres.pool.query<{ text: string }>(query)
  return rows[0]?.text ?? ''
}

const readRows = () => postgres.db.select().from(signingKeys).orderBy(signingKeys.createdAt)

const isCausedByOperator = (pattern: RegExp) => (error: Error) =>
  error instanceof StartError && pattern.test(error.message)

describe('a key ring', () => {
  test('makes one key, whoever asks first, and signs with it', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => createRing().getCurrent()))
    const [key] = keys
    assert.ok(key)
    assert.equal(new Set(keys.map(({ id }) => id)).size, 1)
    assert.match(key.id, /^key-[0-9a-f]{16}$/)
    assert.equal(key.publicKey.length, 32)
    const bytes = Buffer.from('bytes')
    assert.ok(verify(null, bytes, createPublicKey(key.privateKey), sign(null, bytes, key.privateKey)))
    assert.deepEqual(await createRing().list(), [
      { id: key.id, publicKey: Uint8Array.from(key.publicKey), createdAt: clock.now(), retiredAt: null },
    ])
  })

  test('stores no private key that can be read without the secret', async () => {
    const { privateKey } = await createRing().getCurrent()
    const { d = '' } = privateKey.export({ format: 'jwk' })
    const stored = await readText('SELECT row_to_json(k)::text AS text FROM signing_keys k')
    assert.match(stored, /"private_key":"v1\./)
    for (const secret of ['PRIVATE KEY', d, Buffer.from(d, 'base64url').toString('hex')])
      assert.ok(!stored.includes(secret))
    const audited = await readText(
      "SELECT string_agg(row_to_json(e)::text, '') AS text FROM audit_entries e WHERE subject = 'signing_keys'",
    )
    assert.ok(audited.includes('public_key_multibase') && !audited.includes('v1.'), audited)
  })

  test('works within a transaction, and leaves nothing when that is rolled back', async () => {
    const ring = createRing()
    await assert.rejects(
      postgres.db.transaction(async (transaction) => {
        await ring.getCurrent(transaction)
        assert.equal((await ring.getCurrent(transaction)).id, (await ring.getCurrent(transaction)).id)
        throw new Error('rolled back')
      }),
      /rolled back/,
    )
    assert.deepEqual(await ring.list(), [])
    const { id } = await ring.getCurrent()
    assert.deepEqual(
      (await ring.list()).map((key) => key.id),
      [id],
    )
  })

  test('has keys for each purpose that do not touch one another', async () => {
    const [badges, ledger] = [createRing(), createRing({ purpose: 'ledger' })]
    const [badgeKey, ledgerKey] = [await badges.getCurrent(), await ledger.getCurrent()]
    assert.notEqual(badgeKey.id, ledgerKey.id)
    clock.advance(1000)
    await badges.rotate()
    assert.equal((await ledger.getCurrent()).id, ledgerKey.id)
    assert.deepEqual(
      (await ledger.list()).map(({ id, retiredAt }) => ({ id, retiredAt })),
      [{ id: ledgerKey.id, retiredAt: null }],
    )
    assert.equal((await badges.list()).length, 2)
  })
})

describe('a rotation', () => {
  test('is seen by other processes, and deletes the private half of the earlier key', async () => {
    const [one, other] = [createRing(), createRing()]
    const first = await other.getCurrent()
    assert.equal((await one.getCurrent()).id, first.id)
    clock.advance(1000)
    await one.rotate()
    const second = await other.getCurrent()
    assert.notEqual(second.id, first.id)
    assert.equal((await one.getCurrent()).id, second.id)
    assert.deepEqual(
      (await readRows()).map(({ id, privateKey, retiredAt }) => [id, privateKey === null, retiredAt]),
      [
        [first.id, true, clock.now()],
        [second.id, false, null],
      ],
    )
  })

  test('by several at once leaves one current key', async () => {
    await createRing().getCurrent()
    clock.advance(1000)
    await Promise.all([createRing().rotate(), createRing().rotate(), createRing().getCurrent()])
    const rows = await readRows()
    assert.equal(rows.length, 3)
    assert.equal(rows.filter(({ retiredAt }) => retiredAt === null).length, 1)
    assert.equal(rows.filter(({ privateKey }) => privateKey !== null).length, 1)
  })
})

describe('the secret', () => {
  test('that is another one fails the start, with what to do', async () => {
    await createRing({ encryption: others }).check()
    await createRing().getCurrent()
    await createRing().check()
    const ring = createRing({ encryption: others })
    for (const work of [ring.check, ring.getCurrent])
      await assert.rejects(work(), isCausedByOperator(/SECRET_KEY_OLD.*BADGE_SIGNING_KEY/))
    await createRing({ encryption: others, purpose: 'ledger' }).check()
    assert.equal((await readRows()).length, 1)
  })

  test('may be replaced: the keys are encrypted under the new one', async () => {
    const { id } = await createRing().getCurrent()
    const both = createEncryption({
      current: 'another secret than that of these tests',
      earlier: ['the secret of these tests of signing keys'],
    })
    const result = await renewEncryptedRows(postgres.db, both, [signingKeySecrets])
    assert.deepEqual(result, { renewed: 1, unreadable: 0 })
    assert.equal((await createRing({ encryption: others }).getCurrent()).id, id)
  })

  test('opens a key in its own row only', async () => {
    await createRing().getCurrent()
    await createRing({ purpose: 'ledger' }).getCurrent()
    await postgres.pool.query(
      "UPDATE signing_keys SET private_key = (SELECT private_key FROM signing_keys WHERE purpose = 'ledger')",
    )
    await assert.rejects(createRing().check(), StartError)
    await createRing({ purpose: 'ledger' }).check()
  })
})

describe('a key that the environment fixes', () => {
  test('is used at once and retires the others, and its private half is not stored', async () => {
    const earlier = await createRing().getCurrent()
    clock.advance(1000)
    const fixedKey = makePem()
    await Promise.all([createRing({ fixedKey }).check(), createRing({ fixedKey }).check()])
    const ring = createRing({ fixedKey })
    const key = await ring.getCurrent()
    assert.equal(key.id, ring.fixedId)
    assert.equal(String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })), fixedKey)
    assert.deepEqual(
      (await readRows()).map(({ id, privateKey, retiredAt }) => ({ id, privateKey, retiredAt })),
      [
        { id: earlier.id, privateKey: null, retiredAt: clock.now() },
        { id: key.id, privateKey: null, retiredAt: null },
      ],
    )
  })

  test('needs no check before it signs', async () => {
    const fixedKey = makePem()
    const keys = await Promise.all([
      createRing({ fixedKey }).getCurrent(),
      postgres.db.transaction((transaction) => createRing({ fixedKey }).getCurrent(transaction)),
    ])
    assert.equal(new Set(keys.map(({ id }) => id)).size, 1)
    assert.equal((await readRows()).length, 1)
  })

  test('cannot be rotated', async () => {
    const ring = createRing({ fixedKey: makePem() })
    await ring.check()
    await assert.rejects(ring.rotate(), { code: 'key_fixed', status: 409 })
    assert.equal((await readRows()).length, 1)
  })

  test('is retired by a new one when the variable is unset, and used again when it is set again', async () => {
    const fixedKey = makePem()
    const fixed = await createRing({ fixedKey }).getCurrent()
    clock.advance(1000)
    const made = await createRing().getCurrent()
    assert.notEqual(made.id, fixed.id)
    assert.deepEqual(
      (await createRing().list()).map(({ retiredAt }) => retiredAt === null),
      [false, true],
    )
    await createRing({ fixedKey }).check()
    assert.equal((await createRing({ fixedKey }).getCurrent()).id, fixed.id)
    assert.deepEqual(
      (await createRing().list()).map(({ id, retiredAt }) => [id, retiredAt === null]),
      [
        [fixed.id, true],
        [made.id, false],
      ],
    )
  })

  test('makes no key after key while a process without the variable still runs', async () => {
    const [fixed, other] = [createRing({ fixedKey: makePem() }), createRing()]
    await fixed.check()
    for (let turn = 0; turn < 5; turn++) {
      assert.equal((await fixed.getCurrent()).id, fixed.fixedId)
      await other.getCurrent()
    }
    assert.equal((await readRows()).length, 2)
  })

  test('is the way out when the secret is lost', async () => {
    await createRing({ encryption: others }).getCurrent()
    await createRing({ fixedKey: makePem() }).check()
    await createRing().check()
    await createRing().getCurrent()
  })

  test('that was made by the product moves to the environment', async () => {
    const { id, privateKey } = await createRing().getCurrent()
    const fixedKey = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await createRing({ fixedKey }).check()
    assert.deepEqual(
      (await readRows()).map((row) => [row.id, row.privateKey, row.retiredAt]),
      [[id, null, null]],
    )
  })

  test('is refused when it has signed something else', async () => {
    const fixedKey = makePem()
    await createRing({ fixedKey }).check()
    const ring = createRing({ fixedKey, purpose: 'ledger' })
    for (const work of [ring.check, ring.getCurrent])
      await assert.rejects(work(), isCausedByOperator(/LEDGER_SIGNING_KEY.*has signed badges/))
  })
})
