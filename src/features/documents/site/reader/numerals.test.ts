import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageFragment, readNumeral, readPageFragment } from './numerals.ts'
import { factorOf, limitZoom, scaleOf, stepZoom } from './zoom.ts'

test('a page number is read in Western and in Arabic digits', () => {
  assert.deepEqual(['12', ' ١٢ ', '۱۲', '', '-1', '1.5', 'x', '9999999'].map(readNumeral), [
    ...[12, 12, 12],
    ...Array.from({ length: 5 }),
  ])
})

test('a fragment names a page from 1 on', () => {
  assert.equal(readPageFragment(pageFragment(12)), 12)
  assert.deepEqual(
    ['#page=0', '#page=', '#page=1x', '#page', '', '#check'].map(readPageFragment),
    Array(6).fill(undefined),
  )
})

test('a page is as wide as the window, and on a wide one not too wide to be read', () => {
  assert.equal(scaleOf('width', { page: 600, room: 300 }), 0.5)
  assert.ok(600 * scaleOf('width', { page: 600, room: 3000 }) < 1200)
  assert.equal(factorOf(scaleOf(1, { page: 600, room: 300 })), 1)
  assert.ok(stepZoom(1, 1) > 1)
  assert.equal(stepZoom(stepZoom(1, 1), -1), 1)
  assert.deepEqual([limitZoom(100), stepZoom(0.25, -1)], [4, 0.25])
})
