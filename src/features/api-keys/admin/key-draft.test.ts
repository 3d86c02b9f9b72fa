import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setZone } from '#admin/kit/moment.ts'
import { dayRange, draftLike, emptyDraft, endOf, readingScopes } from './key-draft.ts'

const now = new Date('2026-11-25T10:00:00Z')
const entry = (action: string, least: 'viewer' | 'editor', keys = true) => ({
  action,
  least,
  keys,
  recent_password: false,
})
const permissions = [
  entry('leads.read', 'viewer'),
  entry('leads.edit', 'editor'),
  entry('accounts.useAccount', 'viewer', false),
]

test('a key ends after some days, at the end of a day in the panel’s time zone, or never', () => {
  setZone('America/Bogota')
  assert.equal(endOf({ ...emptyDraft, expiry: '30' }, now), '2026-12-25T10:00:00.000Z')
  assert.equal(endOf({ ...emptyDraft, expiry: 'date', date: '2026-12-31' }, now), '2027-01-01T04:59:00.000Z')
  assert.equal(endOf({ ...emptyDraft, expiry: 'date' }, now), undefined)
  assert.equal(endOf({ ...emptyDraft, expiry: 'date', date: 'soon' }, now), undefined)
  assert.equal(endOf({ ...emptyDraft, expiry: 'never', date: '2026-12-31' }, now), null)
  assert.deepEqual(dayRange(now), { min: '2026-11-25', max: '2031-11-23' })
})

test('another key like one has its name and the scopes that are still offered', () => {
  const key = {
    ...{ id: crypto.randomUUID(), name: 'CRM', hint: 'firmeza_abcd', state: 'active' as const },
    scopes: ['leads.edit', 'gone.read', 'accounts.useAccount'],
    ...{ created_at: now.toISOString(), created_by: { id: crypto.randomUUID(), name: 'Ana' } },
    ...{ expires_at: null, last_used_at: null, revoked_at: null },
  }
  assert.deepEqual(draftLike(key, permissions), { ...emptyDraft, name: 'CRM', scopes: ['leads.edit'] })
  assert.deepEqual(readingScopes(permissions), ['leads.read'])
})
