import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Webhook } from '#features/webhooks/contract.ts'
import { findWarning } from './find-warning.ts'

const sound: Webhook = {
  ...{ id: crypto.randomUUID(), url: 'https://crm.example/', description: '', events: ['lead.created'] },
  ...{ state: 'active', stop_reason: null, failing_since: null, retry_at: null, old_secret_until: null },
  ...{ created_at: '2026-11-25T10:00:00.000Z', created_by: null, waiting: 3, failed: 0 },
}

test('an admin is told first that a webhook is off, then that it fails, then what was given up', () => {
  const since = '2026-11-25T09:00:00.000Z'
  const failing = { ...sound, state: 'failing' as const, failing_since: since, failed: 2 }
  assert.equal(findWarning(sound), undefined)
  assert.equal(findWarning({ ...sound, state: 'paused' }), undefined)
  assert.deepEqual(findWarning({ ...sound, failed: 2 }), { kind: 'failed', count: 2 })
  assert.deepEqual(findWarning(failing), { kind: 'failing', since, retryAt: null })
  assert.deepEqual(findWarning({ ...failing, state: 'stopped', stop_reason: 'gone' }), {
    ...{ kind: 'stopped', reason: 'gone' },
  })
})
