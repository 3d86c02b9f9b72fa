import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawGrowth, listSizes } from './growth.ts'

const days = (...entries: number[]) => entries.map((count) => ({ day: '2026-01-01', entries: count }))

test('sizes are those after each day, from the one before the first', () => {
  assert.deepEqual(listSizes({ size: 10, days: days(1, 0, 4) }), [5, 6, 6, 10])
  assert.deepEqual(listSizes({ size: 0, days: [] }), [0])
})

test('the curve rises from the bottom to the top, and lines end at it', () => {
  const { curve, hatch } = drawGrowth([5, 6, 6, 10])
  assert.match(curve, /^M0 152L200 122\.4L400 122\.4L600 4$/)
  assert.equal(hatch.split('M').length - 1, 16)
  assert.match(hatch, /^M0 160V152M40 160V146\.1M/)
  assert.match(hatch, /M600 160V4$/)
})

test('a ledger that has not grown, or has no days, is a flat line', () => {
  assert.match(drawGrowth([3, 3]).curve, /^M0 152L600 152$/)
  assert.doesNotMatch(JSON.stringify(drawGrowth([7])) + JSON.stringify(drawGrowth([])), /NaN|Infinity/)
})
