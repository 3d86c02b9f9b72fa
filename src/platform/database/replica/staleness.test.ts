import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStaleness } from './staleness.ts'

test('a replica is as old as the newest state of the primary that it has replayed', () => {
  const staleness = createStaleness()
  assert.equal(staleness.at(0), undefined)
  staleness.noteWritten(100, 1_000)
  staleness.noteReplayed(90)
  assert.equal(staleness.at(1_000), undefined, 'nothing is known of what was before')
  staleness.noteReplayed(100)
  assert.equal(staleness.at(1_500), 500)
  staleness.noteWritten(200, 2_000)
  staleness.noteWritten(300, 3_000)
  staleness.noteReplayed(250)
  assert.equal(staleness.at(3_500), 1_500)
  staleness.noteReplayed(300)
  assert.equal(staleness.at(3_500), 500)
})

test('nothing that happens makes nobody late, and silence makes it older', () => {
  const staleness = createStaleness()
  for (const at of [1_000, 2_000, 3_000]) {
    staleness.noteWritten(100, at)
    staleness.noteReplayed(100)
    assert.equal(staleness.at(at), 0)
  }
  assert.equal(staleness.at(9_000), 6_000)
  staleness.forget()
  assert.equal(staleness.at(9_000), undefined)
})
