import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toneOf } from './tone.ts'

test('a user always has the same of the five colours, and users have all of them', () => {
  const ids = Array.from(
    { length: 200 },
    (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  )
  const found = ids.map(toneOf)
  assert.deepEqual(ids.map(toneOf), found)
  assert.deepEqual([...new Set(found)].sort(), [0, 1, 2, 3, 4])
})
