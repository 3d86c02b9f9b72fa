import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { createEncryption } from '#platform/encryption.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { awardBadge, insertLeads } from '../../../test/support/badges.ts'
import { confirmPassword, startTestApp, type TestApp, testSecret } from '../../../test/support/build-app.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { readConfig } from '../../config.ts'
import { commitTo } from './commitment.ts'
import { InclusionProof, LedgerHealth, LedgerLeaf, LedgerState } from './contract.ts'
import { createLedgerServices } from './feature.ts'
import { createLedgerRecords } from './records.ts'

let app: TestApp
let admin: Send
let services: ReturnType<typeof createLedgerServices>

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  const { db, clock } = app
  const encryption = createEncryption({ current: testSecret, earlier: [] })
  services = createLedgerServices({
    ...{ db, clock, encryption, publicUrl: 'http://localhost:3000', config: readConfig({}) },
  })
})
after(() => app.close())

const sequence = () => services.sequencing.sequence()
const readState = async () => (await app.send('/api/ledger')).read(LedgerState)
const listLeaves = async (query = '') =>
  (await app.send(`/api/ledger/leaves${query}`)).read(z.array(LedgerLeaf))

describe('the ledger', () => {
  test('records badges and their revocation, and forgets both with the person', async () => {
    const [leadId = ''] = await insertLeads(app, 1)
    const badge = await awardBadge(admin, leadId)
    await admin(`/api/badges/${badge.id}/revoke`, { json: { reason: 'By mistake' } })
    await sequence()
    assert.deepEqual(
      (await listLeaves()).map(({ kind, opening }) => [kind, opening]),
      [
        ['revocation', null],
        ['badge_award', null],
      ],
    )
    const find = () =>
      app.pool.query('SELECT salt, statement FROM ledger_openings WHERE subject = $1 ORDER BY kind', [
        badge.id,
      ])
    const [award] = (await find()).rows
    const credential = JSON.parse((await app.send(`/credentials/${badge.id}.json`)).text)
    const sha256 = createHash('sha256').update(canonicalizeJson(credential)).digest('hex')
    assert.deepEqual(award.statement, { type: 'badge_award', award: badge.id, sha256 })
    const leaf = (await listLeaves('?kind=badge_award'))[0]
    assert.equal(commitTo(award.statement, award.salt).toString('hex'), leaf?.commitment)
    const { size } = await readState()
    await admin(`/api/leads/${leadId}`, { method: 'DELETE' })
    assert.deepEqual((await find()).rows, [])
    assert.equal((await readState()).size, size)
  })

  test('is empty of proofs for what is not there, with a sentence', async () => {
    for (const [path, status] of [
      ['/api/ledger/leaves/99999', 404],
      ['/api/ledger/leaves/-1', 404],
      ['/api/ledger/leaves/x', 404],
      ['/api/ledger/inclusion?index=1e3', 422],
      ['/api/ledger/inclusion?index=0&size=99999', 404],
      [`/api/ledger/inclusion?hash=${'ab'.repeat(32)}`, 404],
      [`/api/ledger/inclusion?index=1&hash=${'ab'.repeat(32)}`, 404],
      ['/api/ledger/inclusion?hash=abc', 422],
      ['/api/ledger/consistency', 422],
      ['/api/ledger/consistency?first=99999', 404],
      ['/api/ledger/consistency?first=2&second=1', 404],
      ['/api/ledger/leaves?kind=other', 422],
      ['/ledger/tile/0/999', 404],
      ['/ledger/tile/0/%2e%2e', 404],
      ['/ledger/tile/', 404],
    ] as const) {
      const answer = await app.send(path)
      assert.equal(answer.status, status, `${path} ${answer.text}`)
    }
  })

  test('may be read from any origin, its tiles for ever', async () => {
    const { size, origin } = await readState()
    assert.equal(origin, 'localhost:3000/ledger')
    const checkpoint = await app.send('/ledger/checkpoint')
    assert.equal(checkpoint.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(checkpoint.headers['cache-control'], 'no-cache')
    assert.equal(checkpoint.text.split('\n')[1], String(size))
    const tile = await app.send(`/ledger/tile/0/000.p/${size}`)
    assert.match(tile.headers['cache-control'] ?? '', /immutable/)
    for (const { headers } of [checkpoint, tile, await app.send('/api/ledger')])
      assert.equal(headers['access-control-allow-origin'], '*')
    const first = (await app.send('/api/ledger/inclusion?index=0')).read(InclusionProof)
    const newest = (await app.send('/api/ledger/inclusion')).read(InclusionProof)
    assert.deepEqual([first.tree_size, newest.leaf_index], [size, size - 1])
  })

  test('answers the same while many append', async () => {
    const { record } = createLedgerRecords({ clock: app.clock })
    const subject = randomUUID()
    const add = () =>
      record(app.db, [{ id: randomUUID(), kind: 'revocation', subject, statement: { type: 'revocation' } }])
    const { size } = await readState()
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        await add()
        await sequence()
        const state = await readState()
        const index = state.size - 1
        const proof = await app.send(`/api/ledger/inclusion?index=${index}&size=${state.size}`)
        assert.equal(proof.read(InclusionProof).root_hash, state.root_hash)
      }),
    )
    assert.equal((await readState()).size, size + 30)
  })

  test('tells admins how it is, and gets a new key only with the password', async () => {
    const health = (await admin('/api/ledger/health')).read(LedgerHealth)
    assert.deepEqual([health.waiting, health.broken_at, health.keys.length], [0, null, 1])
    app.clock.advance(3_600_000)
    assert.equal((await admin('/api/ledger/keys/rotate', { method: 'POST' })).status, 403)
    await confirmPassword(admin)
    const rotated = (await admin('/api/ledger/keys/rotate', { method: 'POST' })).read(LedgerHealth)
    assert.equal(rotated.keys.filter(({ retired_at }) => retired_at === null).length, 1)
    assert.equal(rotated.keys.length, 2)
    const before = await readState()
    assert.equal(before.keys.length, 2)
  })
})
