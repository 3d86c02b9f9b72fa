import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pinchPageZoom, stepPageZoom } from './page-zoom.ts'

test('a page is zoomed in tenths, from a half to twice its size', () => {
  const steps = [1]
  for (let step = 0; step < 7; step++) steps.push(stepPageZoom(steps.at(-1) ?? 1, -1))
  assert.deepEqual(steps, [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.5, 0.5])
  assert.equal(stepPageZoom(1.9, 1), 2)
  assert.equal(stepPageZoom(2, 1), 2)
})

test('a pinch ends at a tenth', () => {
  assert.equal(pinchPageZoom(1, 1.37), 1.4)
  assert.equal(pinchPageZoom(1, 9), 2)
  assert.equal(pinchPageZoom(1, 0.1), 0.5)
})
