import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Json } from '#features/badges/site/parts/proof/json.ts'
import { listEntries, verifyLedger, withAmounts } from '#features/badges/site/sample/verify-ledger.ts'
import { readBase58 } from '#shared/base58.ts'
import { createSecondProcess } from '../../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { sampleAmounts, sampleLedgerPath } from './model.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const fetchJson = async (path: string): Promise<Json> => JSON.parse((await app.send(path)).text)
const fetchLedger = () => fetchJson(sampleLedgerPath)

/** What fails in a ledger. */
async function listFaults(ledger: Json): Promise<string[]> {
  const issuer = await fetchJson('/.well-known/did.json')
  const results = await verifyLedger({ ledger, issuer, origin: 'http://localhost:3000' })
  return results.flatMap(({ step, isSigned, isLinked }) => [
    ...(isSigned ? [] : [`${step}: signature`]),
    ...(isLinked ? [] : [`${step}: link`]),
  ])
}

const change = (ledger: Json, ...changes: [string, string][]) => withAmounts(ledger, new Map(changes))

describe('the sample ledger', () => {
  test('is signed and linked from the first entry to the last', async () => {
    const ledger = await fetchLedger()
    assert.deepEqual(
      listEntries(ledger).map(({ step, amount }) => [step, amount]),
      Object.entries(sampleAmounts),
    )
    assert.deepEqual(await listFaults(ledger), [])
  })

  test('breaks at the entry whose amount is changed, and at the link of the next one', async () => {
    const ledger = await fetchLedger()
    assert.deepEqual(await listFaults(change(ledger, ['budget', '120001'])), [
      'budget: signature',
      'contract: link',
    ])
    assert.deepEqual(await listFaults(change(ledger, ['payment', '218000'])), [
      'payment: signature',
      'works: link',
    ])
    assert.deepEqual(await listFaults(change(ledger, ['works', ''])), ['works: signature'])
    assert.deepEqual(await listFaults(change(ledger, ['works', sampleAmounts.works])), [])
  })

  test('breaks when an entry is removed, moved, or signed by nobody the site knows', async () => {
    const ledger = await fetchLedger()
    const [one, two, three, four] = listEntries(ledger)
    assert.deepEqual(await listFaults({ ...ledger, entries: [one, three, four] }), [
      'payment: link',
      'works: link',
    ])
    assert.deepEqual(await listFaults({ ...ledger, entries: [two, one] }), ['contract: link', 'budget: link'])
    const stranger = { ...Object(one?.proof), verificationMethod: 'did:web:localhost%3A3000#stranger' }
    const faults = await listFaults({ ...ledger, entries: [{ ...one, proof: stranger }, two] })
    assert.deepEqual(faults, ['budget: signature', 'contract: link'])
    const issuer = await fetchJson('/.well-known/did.json')
    const [result] = await verifyLedger({ ledger, issuer, origin: 'https://elsewhere.example' })
    assert.equal(result?.isSigned, false)
  })

  test('is verified without our code: SHA-256 and Ed25519 over sorted JSON', async () => {
    const issuer = await fetchJson('/.well-known/did.json')
    const keys = Object(issuer.verificationMethod)
    const [entry] = listEntries(await fetchLedger())
    const { proof, ...unsigned } = Object(entry)
    const { proofValue, ...settings } = proof
    const sorted = (value: object) => JSON.stringify(value, Object.keys(value).sort())
    const digest = (value: object) => createHash('sha256').update(sorted(value)).digest()
    const raw = Buffer.from(readBase58(keys[0].publicKeyMultibase).slice(2))
    const key = createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    })
    const signed = Buffer.concat([digest(settings), digest(unsigned)])
    assert.ok(verify(null, signed, key, readBase58(proofValue)))
  })

  test('is the same from every process with the same key, and stays valid when the keys are rotated', async () => {
    const ledger = await fetchLedger()
    app.clock.advance(60_000)
    const twin = await createSecondProcess(app, { dataDir: app.dataDir })
    assert.deepEqual(await twin.sampleLedger.getLedger(), ledger)
    twin.close()
    await (await app.signIn())('/api/badges/keys/rotate', { method: 'POST' })
    assert.deepEqual(await listFaults(ledger), [])
    const other = await createSecondProcess(app)
    assert.deepEqual(await listFaults(JSON.parse(JSON.stringify(await other.sampleLedger.getLedger()))), [])
    other.close()
  })
})
