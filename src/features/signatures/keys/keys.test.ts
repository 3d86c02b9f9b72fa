import assert from 'node:assert/strict'
import { createECDH, createHash, createHmac, randomUUID, verify } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { MasterKeyState } from '#features/signatures/contract.ts'
import { signatureMasterKeys } from '#features/signatures/table.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { addressOf, toChecksumAddress } from '#shared/cryptography/ethereum-address.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { createSecondProcess } from '../../../../test/support/signatures/signatures.ts'
import { deriveKey, holderHash, isSigned, signStatement } from './derivation.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Hardened derivation as BIP-32 describes it, with Node alone. */
function deriveByTheBook(seed: Buffer, indexes: number[]): Buffer {
  const split = (key: string | Buffer, data: Buffer) => {
    const hash = createHmac('sha512', key).update(data).digest()
    return [hash.subarray(0, 32), hash.subarray(32)] as const
  }
  let [key, chain] = split('Bitcoin seed', seed)
  for (const index of indexes) {
    const data = Buffer.alloc(37)
    key.copy(data, 1)
    data.writeUInt32BE(index + 0x80000000, 33)
    const [left, right] = split(chain, data)
    const sum = (BigInt(`0x${left.toString('hex')}`) + BigInt(`0x${key.toString('hex')}`)) % order
    key = Buffer.from(sum.toString(16).padStart(64, '0'), 'hex')
    chain = right
  }
  return key
}

const statement = {
  ...{ type: 'activation' as const, certificate: 'c', signature: 's', holder: 'h' },
  activated_at: '2026-01-02T03:04:05.000Z',
}

describe('the key of a signature', () => {
  test('is derived as BIP-32 says', () => {
    // Test vector 1 of BIP-32: the private key of m/0'.
    const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
    const published = 'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea'
    assert.equal(deriveByTheBook(seed, [0]).toString('hex'), published)
    for (const epoch of [0, 1, 7]) {
      const signatureId = randomUUID()
      const { privateKey, publicKey } = deriveKey(seed, { epoch, signatureId })
      const hash = createHash('sha256').update(signatureId).digest('hex')
      const [a, b] = [0, 8].map((from) => Number.parseInt(hash.slice(from, from + 8), 16) >>> 1)
      const expected = deriveByTheBook(seed, [44, 60, epoch, a ?? 0, b ?? 0])
      assert.equal(Buffer.from(privateKey).toString('hex'), expected.toString('hex'))
      const curve = createECDH('secp256k1')
      curve.setPrivateKey(expected)
      assert.equal(Buffer.from(publicKey).toString('hex'), curve.getPublicKey('hex', 'compressed'))
    }
  })

  test('has an address in the spelling of EIP-55', () => {
    // The examples of EIP-55.
    for (const address of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x27b1fdb04752bbc536007a920d24acb045561c26',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]) {
      assert.equal(toChecksumAddress(address.slice(2)), address)
      assert.equal(toChecksumAddress(address.slice(2).toUpperCase()), address)
    }
    // The best-known key: the account of the number one.
    const curve = createECDH('secp256k1')
    curve.setPrivateKey(Buffer.from('1'.padStart(64, '0'), 'hex'))
    const publicKey = curve.getPublicKey(null, 'compressed')
    assert.equal(addressOf(publicKey), '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
  })

  test('signs what Node verifies, always the same, with a low s', () => {
    const key = deriveKey(Buffer.alloc(32, 7), { epoch: 1, signatureId: 'one' })
    const signed = signStatement({ ...statement, address: addressOf(key.publicKey) }, key)
    assert.equal(isSigned(signed), true)
    assert.deepEqual(signStatement(signed.statement, key), signed)
    const bytes = Buffer.from(signed.signature, 'hex')
    assert.equal(bytes.length, 64)
    assert.ok(BigInt(`0x${bytes.subarray(32).toString('hex')}`) <= order / 2n)
    const point = createECDH('secp256k1')
    point.setPrivateKey(Buffer.from(key.privateKey))
    const raw = point.getPublicKey()
    const jwk = {
      ...{ kty: 'EC', crv: 'secp256k1', x: raw.subarray(1, 33).toString('base64url') },
      y: raw.subarray(33).toString('base64url'),
    }
    const data = Buffer.from(canonicalizeJson(signed.statement))
    const isValid = verify('sha256', data, { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' }, bytes)
    assert.equal(isValid, true)
    for (let bit = 0; bit < 512; bit += 37) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(isSigned({ ...signed, signature: changed.toString('hex') }), false)
    }
    assert.equal(isSigned({ ...signed, statement: { ...signed.statement, holder: 'i' } }), false)
  })

  test('names its holder by a hash of the certificate and the name', () => {
    const holder = { certificate: 'c', full_name: 'Ana', organization: 'O', position: 'P' }
    const text = '{"certificate":"c","full_name":"Ana","organization":"O","position":"P"}'
    assert.equal(holderHash(holder), createHash('sha256').update(text).digest('hex'))
    assert.notEqual(holderHash({ ...holder, certificate: 'd' }), holderHash(holder))
  })
})

describe('the master key', () => {
  let app: TestApp
  let admin: Send
  before(async () => {
    app = await startTestApp()
    admin = await app.signIn()
  })
  beforeEach(() => app.db.delete(signatureMasterKeys))
  after(() => app.close())

  const read = async () => (await admin('/api/signatures/master-key')).read(MasterKeyState)

  test('is made once, however many need it first, and stored encrypted', async () => {
    const { masterKeys } = await createSecondProcess(app)
    const keys = await Promise.all(Array.from({ length: 3 }, () => masterKeys.getCurrent(app.db)))
    assert.deepEqual(new Set(keys.map(({ epoch }) => epoch)), new Set([1]))
    const seeds = new Set(keys.map(({ seed }) => Buffer.from(seed).toString('hex')))
    assert.equal(seeds.size, 1)
    const [row] = await app.db.select().from(signatureMasterKeys)
    assert.match(row?.seed ?? '', /^v1\./)
    assert.ok(![...seeds].some((seed) => row?.seed?.includes(seed)))
    assert.deepEqual(await read(), {
      ...{ epoch: 1, epochs: 1, fixed: false, is_readable: true },
      created_at: row?.createdAt.toISOString(),
    })
  })

  test('is rotated by an admin, and the earlier one retired', async () => {
    const first = await read()
    app.clock.advance(1000)
    const reply = await admin('/api/signatures/master-key/rotate', { method: 'POST' })
    assert.equal(reply.status, 201)
    const { epoch, epochs } = reply.read(MasterKeyState)
    assert.deepEqual([first.epoch, epoch, epochs], [1, 2, 2])
    const rows = await app.db.select().from(signatureMasterKeys).orderBy(signatureMasterKeys.epoch)
    assert.deepEqual(
      rows.map(({ retiredAt }) => retiredAt?.toISOString()),
      [app.clock.now().toISOString(), undefined],
    )
    assert.notEqual(rows[0]?.seed, rows[1]?.seed)
  })

  test('of the environment wins, begins an epoch when it is new, and is never stored', async () => {
    const hex = '0f'.repeat(32)
    await (await createSecondProcess(app)).masterKeys.getCurrent(app.db)
    const { masterKeys } = await createSecondProcess(app, { signingMasterKey: hex })
    await masterKeys.prepare()
    const current = await masterKeys.getCurrent(app.db)
    assert.deepEqual([current.epoch, Buffer.from(current.seed).toString('hex')], [2, hex])
    assert.equal((await masterKeys.getCurrent(app.db)).epoch, 2)
    assert.equal((await masterKeys.describe()).fixed, true)
    const [row] = await app.db.select().from(signatureMasterKeys).where(eq(signatureMasterKeys.epoch, 2))
    assert.equal(row?.seed, null)
    await assert.rejects(masterKeys.rotate(), { code: 'master_key_fixed' })
    const without = (await createSecondProcess(app)).masterKeys
    // In the middle of a restart, each process goes on with its own key.
    assert.equal((await without.getCurrent(app.db)).epoch, 1)
    assert.equal((await masterKeys.getCurrent(app.db)).epoch, 2)
    await without.prepare()
    const last = await without.getCurrent(app.db)
    assert.equal(last.epoch, 3)
    assert.notEqual(Buffer.from(last.seed).toString('hex'), hex)
  })

  test('is only read by who looks at it, also in a process that has another one', async () => {
    await (await createSecondProcess(app)).masterKeys.prepare()
    const { masterKeys } = await createSecondProcess(app, { signingMasterKey: '0e'.repeat(32) })
    const state = await masterKeys.describe()
    assert.deepEqual([state.epoch, state.epochs, state.fixed, state.is_readable], [1, 1, true, true])
    await masterKeys.prepare()
    assert.equal((await read()).epoch, 2)
    assert.equal((await read()).is_readable, true)
    assert.equal(await app.db.$count(signatureMasterKeys), 2)
  })

  test('that was encrypted under a lost secret is said to be unreadable, and nothing is signed', async () => {
    const first = await createSecondProcess(app)
    await first.masterKeys.getCurrent(app.db)
    const { masterKeys } = await createSecondProcess(app, { secret: 'another secret of the tests only' })
    assert.equal((await masterKeys.describe()).is_readable, false)
    await assert.rejects(masterKeys.getCurrent(app.db), { code: 'master_key_unreadable', status: 503 })
    assert.equal((await masterKeys.rotate()).is_readable, true)
  })
})
