import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdLease } from './lease.ts'

test('a lease counts from when the database was asked to renew it, however late that answers', () => {
  const store = { renew: async () => true }
  const lease = holdLease(store, { id: '', fence: 1 }, { seconds: 60, signal: new AbortController().signal })
  lease.noteRenewed(performance.now() - 10_000)
  assert.equal(lease.signal.aborted, false)
  // As after a process was stopped while a write was being committed.
  lease.noteRenewed(performance.now() - 60_000)
  assert.equal(lease.signal.aborted, true)
  lease.noteRenewed(performance.now())
  assert.equal(lease.signal.aborted, true)
  lease.end()
})
