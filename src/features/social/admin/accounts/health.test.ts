import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { deadlineOf, endingOf, healthOf } from './health.ts'

const now = new Date('2026-12-01T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000).toISOString()

const account: SocialAccount = {
  ...{ id: crypto.randomUUID(), platform: 'twitter', account_name: 'Firmeza', url: null, mode: 'automatic' },
  ...{ connected_at: inDays(-30), expires_at: null, is_renewed: false, reconnect_by: null, scopes: null },
  ...{
    missing_scopes: [],
    last_success_at: inDays(-1),
    fault: null,
    fault_sentence: null,
    quota: null,
    timetable: { time_zone: 'UTC', slots: [] },
  },
}

test('an account that a person has to connect again is not healthy', () => {
  assert.equal(healthOf(account, now), 'healthy')
  assert.equal(healthOf({ ...account, last_success_at: null }, now), 'unproven')
  assert.equal(healthOf({ ...account, mode: 'assisted', last_success_at: null }, now), 'assisted')
  assert.equal(healthOf({ ...account, missing_scopes: ['tweet.write'] }, now), 'limited')
  assert.equal(healthOf({ ...account, missing_scopes: ['tweet.write'], fault: 'rejected' }, now), 'faulty')
})

test('an end is told a week before, unless we renew the account', () => {
  assert.equal(healthOf({ ...account, expires_at: inDays(6) }, now), 'ending')
  assert.equal(healthOf({ ...account, expires_at: inDays(8) }, now), 'healthy')
  assert.equal(healthOf({ ...account, expires_at: inDays(0.1), is_renewed: true }, now), 'healthy')
  const last = { ...account, expires_at: inDays(0.1), is_renewed: true, reconnect_by: inDays(3) }
  assert.equal(healthOf(last, now), 'ending')
  assert.equal(deadlineOf(last), inDays(3))
  assert.equal(deadlineOf({ ...account, expires_at: inDays(1), is_renewed: true }), null)
})

test('the end of a token is told as one that comes, is averted or is over', () => {
  const at = (expires_at: string | null, is_renewed: boolean, fault: SocialAccount['fault'] = null) =>
    endingOf({ expires_at, is_renewed, fault }, new Date('2026-12-01T00:00:00Z'))
  assert.equal(at(null, true), undefined)
  assert.equal(at('2026-12-02T00:00:00Z', true), 'renewed')
  assert.equal(at('2026-12-02T00:00:00Z', false), 'ends')
  assert.equal(at('2026-12-02T00:00:00Z', true, 'rejected'), 'ends')
  assert.equal(at('2026-11-30T00:00:00Z', false), 'ended')
  // A renewal that is due says nothing of an end.
  assert.equal(at('2026-11-30T00:00:00Z', true), undefined)
})
