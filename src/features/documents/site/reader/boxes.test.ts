import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinBoxes } from './boxes.ts'

const box = (left: number, top: number, width = 10) => ({ left, top, width, height: 12 })

test('boxes beside each other become one', () => {
  assert.deepEqual(joinBoxes([box(20, 1), box(10, 0), box(31, 0)]), [
    { left: 10, top: 0, width: 31, height: 13 },
  ])
})

test('boxes on other lines and far away stay', () => {
  assert.equal(joinBoxes([box(10, 0), box(10, 20), box(80, 0)]).length, 3)
})
