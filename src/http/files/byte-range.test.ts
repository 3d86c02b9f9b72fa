import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './byte-range.ts'

test('parts of a file are read as RFC 9110 says', () => {
  const cases: [header: string | undefined, range: ReturnType<typeof readRange>][] = [
    [undefined, undefined],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    // What is not understood is ignored: the whole file is sent.
    ['bytes=9-3', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-1', undefined],
    ['bytes=0-99999999999999999999', undefined],
  ]
  for (const [header, range] of cases) assert.deepEqual(readRange(header, 100), range, header)
  assert.equal(readRange('bytes=0-', 0), 'unsatisfiable')
})
