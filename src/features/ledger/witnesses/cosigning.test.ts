import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { CosignatureCount, LedgerState } from '#features/ledger/contract.ts'
import { createLedgerServices } from '#features/ledger/feature.ts'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { createEncryption } from '#platform/encryption.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { readConfig } from '../../../config.ts'

interface Witness {
  name: string
  verifierKey: string
  id: Buffer
  privateKey: KeyObject
}

/** A witness with a new key (C2SP tlog-cosignature). */
function createWitness(name: string): Witness {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.concat([
    Buffer.of(4),
    Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  ])
  const id = createHash('sha256').update(`${name}\n`).update(bytes).digest().subarray(0, 4)
  return { name, id, privateKey, verifierKey: `${name}+${id.toString('hex')}+${bytes.toString('base64')}` }
}

/** The line of a witness below a checkpoint. */
function cosign({ name, id, privateKey }: Witness, text: string, seconds: number): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
  return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
}

let app: TestApp
let admin: Send
let note: string
let text: string
const known = createWitness('witness.example/one')
const other = createWitness('witness.example/two')

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  const { db, clock } = app
  const { sequencing } = createLedgerServices({
    ...{ db, clock, publicUrl: 'http://localhost:3000', config: readConfig({}) },
    encryption: createEncryption({ current: testSecret, earlier: [] }),
  })
  await createLedgerRecords({ clock }).record(db, [
    { id: randomUUID(), kind: 'revocation', statement: { type: 'revocation' } },
  ])
  await sequencing.sequence()
  note = (await app.send('/ledger/checkpoint')).text
  text = `${note.split('\n\n')[0]}\n`
  const changed = await admin('/api/settings', {
    method: 'PATCH',
    json: { changes: [{ key: 'ledgerWitnesses', value: known.verifierKey, version: 0 }] },
  })
  assert.equal(changed.status, 200, changed.text)
})
after(() => app.close())

const post = (posted: string) => app.send('/api/ledger/cosignatures', { json: { note: posted } })
const signed = (...lines: string[]) => `${text}\n${lines.join('')}`

describe('the signatures of witnesses', () => {
  test('are refused below another checkpoint, when they are wrong, and of nobody known', async () => {
    const line = cosign(known, text, 1_700_000_000)
    const forged = `${line.slice(0, -12)}AAAAAAAAAA=\n`
    const otherText = text.replace(/\n1\n/, '\n2\n')
    for (const wrong of [
      signed(forged),
      signed(cosign(other, text, 1_700_000_000)),
      signed(cosign(known, text, Number.MAX_SAFE_INTEGER)),
      signed(cosign(known, text, 253_402_300_800)),
      signed(cosign(known, otherText, 1_700_000_000)),
      `${otherText}\n${cosign(known, otherText, 1_700_000_000)}`,
      text,
      'no note',
      '',
      `${text}\n`,
    ])
      assert.equal((await post(wrong)).status, 422, wrong)
    assert.equal((await app.send('/ledger/checkpoint')).text, note)
  })

  test('are served with the checkpoint, once, whatever else is signed', async () => {
    const line = cosign(known, text, 1_700_000_000)
    const posted = signed(cosign(other, text, 1_700_000_001), line)
    assert.deepEqual((await post(posted)).read(CosignatureCount), { stored: 1 })
    await Promise.all([post(posted), post(signed(cosign(known, text, 1_700_000_009)))])
    assert.equal((await app.send('/ledger/checkpoint')).text, note + line)
    const state = (await app.send('/api/ledger')).read(LedgerState)
    assert.deepEqual(state.cosignatures, [
      {
        ...{ witness: 'witness.example/one', verifier_key: known.verifierKey },
        at: '2023-11-14T22:13:20.000Z',
      },
    ])
  })

  test('are of keys that the setting understands', async () => {
    const change = (value: unknown) =>
      admin('/api/settings', {
        method: 'PATCH',
        json: { changes: [{ key: 'ledgerWitnesses', value, version: 1 }] },
      })
    for (const wrong of ['x', 'name+01234567+AAAA', `${known.verifierKey}x`, `a b+${known.verifierKey}`, 7])
      assert.equal((await change(wrong)).status, 422)
    assert.equal((await change('')).status, 200)
    assert.equal((await post(signed(cosign(known, text, 1_700_000_000)))).status, 422)
  })
})
