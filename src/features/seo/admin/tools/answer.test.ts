import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '#features/seo/submission/contract.ts'
import { progressOf, stateOf } from './answer.ts'

const engine: Engine = {
  ...{
    engine: 'bing',
    kinds: ['address'],
    obstacle: null,
    missing: [],
    optional: [],
    changed: 0,
    waiting: 0,
  },
  ...{ run: null, paused_until: null, last_answer: null, quota: null, sitemap: null },
}

test('an engine is not ready while something is in the way, nor done while something waits', () => {
  assert.equal(stateOf(engine), 'ready')
  assert.equal(stateOf({ ...engine, obstacle: 'not_configured' }), 'not_configured')
  assert.equal(stateOf({ ...engine, waiting: 3 }), 'sending')
  assert.equal(stateOf({ ...engine, waiting: 3, paused_until: '2026-01-01T00:00:00Z' }), 'paused')
  const answer = { at: '2026-01-01T00:00:00Z', status: 403, answer: '', addresses: 3 }
  assert.equal(stateOf({ ...engine, last_answer: { ...answer, fault: 'status' } }), 'troubled')
  assert.equal(stateOf({ ...engine, last_answer: { ...answer, status: 200, fault: null } }), 'ready')
  const run = {
    ...{ id: crypto.randomUUID(), started_at: '2026-01-01T00:00:00Z', ended_at: null, is_automatic: false },
    ...{ is_again: false, total: 9, accepted: 4, failed: 1 },
  }
  assert.deepEqual(progressOf({ run }), { done: 5, total: 9 })
  assert.equal(progressOf({ run: { ...run, ended_at: '2026-01-01T00:00:00Z' } }), undefined)
})
