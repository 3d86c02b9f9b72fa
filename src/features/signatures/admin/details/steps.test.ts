import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignatureDetail } from '#features/signatures/contract.ts'
import { listSteps } from './steps.ts'

const sent: SignatureDetail = {
  id: '0192f3a4-5b6c-7d8e-9f01-000000000001',
  state: 'sent',
  lead: null,
  invited_at: '2026-01-01T10:00:00.000Z',
  invited_by: null,
  expires_at: '2026-01-04T10:00:00.000Z',
  opened_at: null,
  started_at: null,
  activated_at: null,
  revoked_at: null,
  blockchain_address: null,
  certificate_id: null,
  reminded_at: null,
  links_sent: 1,
  revoke_reason: null,
  erased_at: null,
  form: null,
  key_epoch: null,
  ledger_entry: null,
  ledger_index: null,
}
const at = '2026-01-02T10:00:00.000Z'
const tell = (signature: Partial<SignatureDetail>) =>
  listSteps({ ...sent, ...signature }).map(({ name, state }) => `${name} ${state}`)

describe('the way of a signature', () => {
  test('shows what is still to come', () => {
    assert.deepEqual(tell({}), ['sent done', 'opened pending', 'started pending', 'activated pending'])
    assert.deepEqual(tell({ state: 'started', opened_at: at, started_at: at }).at(-1), 'activated pending')
  })

  test('ends with an expired link, which may never have been opened', () => {
    assert.deepEqual(tell({ state: 'expired' }), [
      'sent done',
      'opened missed',
      'started missed',
      'expired done',
    ])
    assert.equal(listSteps({ ...sent, state: 'expired' }).at(-1)?.at, sent.expires_at)
  })

  test('ends with an activation, without a script too, where no start was told', () => {
    assert.deepEqual(tell({ state: 'activated', opened_at: at, activated_at: at }), [
      'sent done',
      'opened done',
      'started missed',
      'activated done',
    ])
  })

  test('goes on to a revocation, activated or not', () => {
    const revoked = { state: 'revoked', revoked_at: at } as const
    assert.deepEqual(tell({ ...revoked, activated_at: at }).slice(-2), ['activated done', 'revoked done'])
    assert.deepEqual(tell(revoked).slice(-2), ['started missed', 'revoked done'])
  })
})
