import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { LedgerHealth, LedgerState } from '#features/ledger/contract.ts'
import { createLedgerServices } from '#features/ledger/feature.ts'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { Notification } from '#features/notifications/contract.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { ProblemDetails } from '#http/problem-details.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp, testSecret } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { type LocalChain, startLocalChain } from '../../../../test/support/ledger/local-chain.ts'
import { readConfig } from '../../../config.ts'
import { type Anchoring, createAnchoring } from './anchoring.ts'
import { createViemChain } from './viem-chain.ts'

const path = '/api/ledger/anchors'
let chain: LocalChain
let app: TestApp
let admin: Send
let account: { key: string; address: string }
/** What the poller of the product is, whose background work a test does not start. */
let anchoring: Anchoring
let limit = '0.01'

before(async () => {
  chain = await startLocalChain()
  account = await chain.createAccount()
  const { key } = account
  app = await startTestApp({ env: { CHAIN_RPC_URL: `${chain.url}/v3/secret-of-node`, CHAIN_KEY: key } })
  admin = await app.signIn()
  const { db, clock } = app
  anchoring = createAnchoring({
    ...{ db, clock, log: createLog('silent'), notify: createNotificationRecords().notify },
    settings: {
      get: (setting) =>
        setting.key === 'ledgerAnchorLimit'
          ? setting.schema.parse(limit)
          : setting.default({ domain: 'localhost' }),
    },
    chain: createViemChain({ url: chain.url, key }),
  })
})
after(async () => {
  await app.close()
  await chain.close()
})

/** Adds an entry, as the product would. */
async function addEntry(): Promise<void> {
  const { db, clock } = app
  const { sequencing } = createLedgerServices({
    ...{ db, clock, publicUrl: 'http://localhost:3000', config: readConfig({}) },
    encryption: createEncryption({ current: testSecret, earlier: [] }),
  })
  const entry = { id: randomUUID(), kind: 'revocation' as const, statement: { type: 'revocation' } }
  await createLedgerRecords({ clock }).record(db, [entry])
  await sequencing.sequence()
}

/** Lets the product look at the chain now. */
async function poll(): Promise<void> {
  await app.pool.query('UPDATE ledger_anchoring SET next_at = $1', [app.clock.now()])
  await anchoring.poller.poll()
}

const post = (send: Send) => send(path, { method: 'POST' })
const refusalOf = async (send: Send) => {
  const answer = await send(path, { method: 'POST', headers: { 'accept-language': 'en' } })
  return [answer.status, answer.read(ProblemDetails).detail]
}
const readHealth = async () => (await admin('/api/ledger/health')).read(LedgerHealth)

describe('anchoring, as admins see it', () => {
  test('is shown before the chain was asked', async () => {
    assert.deepEqual((await readHealth()).anchoring, {
      ...{ chain_id: null, chain: null, coin: 'ETH', sender: account.address, balance: null },
      ...{ spent: '0', limit: '0.01', pending: null, fault: null, fault_since: null },
    })
  })

  test('begins when an admin asks for it, and is done when it is final', async () => {
    assert.deepEqual(await refusalOf(admin), [409, 'The newest checkpoint is already in the chain.'])
    await addEntry()
    await poll()
    const { anchoring: begun } = await readHealth()
    assert.equal(begun?.pending?.confirmations, 0)
    assert.ok(Number(begun?.spent) > 0)
    assert.deepEqual(await refusalOf(admin), [
      409,
      'A checkpoint is already on its way to the chain. Wait until it is final.',
    ])
    await chain.mine(12)
    await poll()
    await addEntry()
    const asked = await post(admin)
    assert.equal(asked.status, 202)
    assert.equal(asked.read(LedgerHealth).anchoring?.pending, null)
    assert.equal((await post(admin)).status, 202)
    await anchoring.poller.poll()
    const { anchoring: second, size } = await readHealth()
    assert.equal(second?.pending?.size, size)
    await chain.mine(12)
    await poll()
    const state = (await app.send('/api/ledger')).read(LedgerState)
    assert.deepEqual([state.anchored, state.anchor?.size], [true, size])
    const metrics = (await app.send('/metrics')).text
    assert.match(metrics, new RegExp(`^ledger_anchored ${size}$`, 'm'))
    const [, spent] = /^ledger_anchor_spent (\S+)$/m.exec(metrics) ?? []
    assert.equal(Number(spent), Number((await readHealth()).anchoring?.spent))
    assert.match(metrics, /^ledger_anchor_age_seconds /m)
  })

  test('is for admins alone', async () => {
    assert.equal((await post(await app.signInAs('editor'))).status, 403)
    assert.equal((await post(app.send)).status, 401)
  })

  test('is refused where no chain is configured', async () => {
    const other = await startTestApp()
    try {
      const send = await other.signIn()
      assert.deepEqual(await refusalOf(send), [409, 'The server is not connected to any chain.'])
      assert.equal((await send('/api/ledger/health')).read(LedgerHealth).anchoring, null)
      assert.doesNotMatch((await other.send('/metrics')).text, /ledger_anchor/)
    } finally {
      await other.close()
    }
  })

  test('tells of what hinders it in the language of the reader', async () => {
    limit = '0'
    await addEntry()
    await admin(path, { method: 'POST' })
    await anchoring.poller.poll()
    const { anchoring: hindered } = await readHealth()
    assert.equal(hindered?.fault, 'limit_reached')
    const titles = new Set<string>()
    for (const language of languages) {
      const headers = { 'accept-language': language }
      const [first] = (await admin('/api/notifications', { headers })).read(z.array(Notification))
      assert.equal(first?.type, 'ledger.anchor_stalled')
      titles.add(first?.title ?? '')
    }
    assert.equal(titles.size, languages.length)
  })

  test('has settings that take amounts with a point, and no others', async () => {
    const change = (value: unknown) =>
      admin('/api/settings', {
        method: 'PATCH',
        json: { changes: [{ key: 'ledgerAnchorLimit', value, version: 0 }] },
      })
    for (const wrong of ['', '-1', '1e3', '0,01', '.5', '1.', '0.0000000000000000001', '٠٫٥', 'NaN', 1])
      assert.equal((await change(wrong)).status, 422, String(wrong))
    assert.equal((await change(' 0.5 ')).status, 200)
    assert.equal((await readHealth()).anchoring?.limit, '0.5')
  })
})
