import assert from 'node:assert/strict'
import { test } from 'node:test'
import { houseRosette, planFan, planRing, traceCurve, traceLobe, transformOf } from './guilloche.ts'

const copiesOf = (steps: { length: number }[]) => steps.reduce((count, step) => count * (step.length + 1), 1)

test('a ring has exactly as many copies as asked, evenly around', () => {
  for (const count of [1, 2, 3, 8, 12, 18]) assert.equal(copiesOf(planRing(count)), count)
  const turns = planRing(12).reduce<number[]>(
    (angles, step) =>
      [0, ...step.map(({ turn }) => turn)].flatMap((turn) => angles.map((angle) => angle + turn)),
    [0],
  )
  const sorted = turns.toSorted((a, b) => a - b)
  assert.deepEqual(
    sorted,
    Array.from({ length: 12 }, (_, index) => index * 30),
  )
  assert.throws(() => planRing(10), RangeError)
})

test('a fan doubles at every level', () => {
  assert.equal(copiesOf(planFan(6, 0.9, 0.976)), 64)
  assert.equal(transformOf({ turn: 0.9, scale: 0.976 }), 'rotate(0.9) scale(0.976)')
  assert.equal(transformOf({ turn: 11.25, scale: 1 }), 'rotate(11.25)')
})

test('a line is path data in whole numbers that ends where the curve ends', () => {
  const path = traceCurve((t) => [t, 0], 0, 90, 3)
  assert.match(path, /^M0 0c[-\d ]+s[-\d ]+$/)
  const ends = path.match(/-?\d+/g)?.map(Number) ?? []
  assert.equal((ends[6] ?? 0) + (ends[10] ?? 0) + (ends[14] ?? 0), 90)
  assert.doesNotMatch(traceLobe(houseRosette), /NaN|\./)
})
