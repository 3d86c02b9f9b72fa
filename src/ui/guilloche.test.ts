import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRosette, planFan, traceCurve, traceRosette, transformOf } from './guilloche.ts'

test('a fan rotates and scales its copies evenly, doubling at every level', () => {
  const copies = planFan(3, 2, 0.9)
  let turns = [0]
  for (const { turn } of copies) turns = turns.concat(turns.map((made) => made + turn))
  assert.deepEqual(turns, [0, 2, 4, 6, 8, 10, 12, 14])
  assert.equal(copies[2]?.scale, 0.9 ** 4)
  assert.equal(transformOf({ turn: 0.9, scale: 0.976 }), 'rotate(0.9) scale(0.976)')
  assert.equal(transformOf({ turn: 11.25, scale: 1 }), 'rotate(11.25)')
})

test('a curve is path data in whole numbers with the same end point', () => {
  const path = traceCurve((t) => [t, 0], 0, 90, 3)
  assert.match(path, /^M0 0c[-\d ]+s[-\d ]+$/)
  const ends = path.match(/-?\d+/g)?.map(Number) ?? []
  assert.equal((ends[6] ?? 0) + (ends[10] ?? 0) + (ends[14] ?? 0), 90)
  assert.doesNotMatch(traceRosette(defaultRosette), /NaN|\./)
})
