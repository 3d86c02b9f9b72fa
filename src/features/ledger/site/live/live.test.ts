import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LedgerLeaf } from '#features/ledger/contract.ts'
import { readPause } from './following.ts'
import { shorten } from './formats.ts'
import { mergeNewest } from './live.ts'

const leaf = (index: number): LedgerLeaf => ({
  ...{ index, kind: 'activation', time: '', commitment: '', data: '', leaf_hash: '', opening: null },
})
const merge = (known: number[], newest: number[]) => {
  const { leaves, hasGap } = mergeNewest(known.map(leaf), newest.map(leaf))
  return [leaves.map(({ index }) => index), hasGap]
}

test('new entries come before the known ones, each once', () => {
  assert.deepEqual(merge([3, 2, 1], [5, 4, 3, 2]), [[5, 4, 3, 2, 1], false])
  assert.deepEqual(merge([3, 2, 1], [3, 2]), [[3, 2, 1], false])
})

test('when entries between are missing, only the newest stay', () => {
  assert.deepEqual(merge([3, 2, 1], [9, 8]), [[9, 8], true])
  assert.deepEqual(merge([], [1, 0]), [[1, 0], true])
  assert.deepEqual(merge([], []), [[], true])
})

test('a hash is shortened to its ends', () => {
  assert.equal(shorten('0123456789abcdef0123456789abcdef'), '0123456789…abcdef')
})

test('a server that is asked too often says how long to wait, in seconds', () => {
  assert.equal(readPause('7'), 7000)
  for (const header of [null, '', '-1', '1.5', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT', '99999999999']) {
    assert.equal(readPause(header), 60_000)
  }
})
