import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadLength, traceStrand, weave } from './thread.ts'

test('the thread is a straight line first and reaches the other end', () => {
  const path = traceStrand()
  assert.match(path, /^M0 0H900c/)
  assert.doesNotMatch(path, /NaN|\./)
  const [, curve = ''] = path.split('c')
  const numbers = curve.match(/-?\d+/g)?.map(Number) ?? []
  // The first piece has six numbers, the others have four; the last two of each are its end point.
  const steps = [numbers.slice(0, 6)]
  for (let at = 6; at < numbers.length; at += 4) steps.push(numbers.slice(at, at + 4))
  const places: [number, number][] = [[900, 0]]
  for (const step of steps) {
    const [x, y] = places.at(-1) ?? [0, 0]
    places.push([x + (step.at(-2) ?? 0), y + (step.at(-1) ?? 0)])
  }
  assert.equal(places.at(-1)?.[0], threadLength)
  const widest = places.map(([, y]) => Math.abs(y))
  assert.ok(Math.max(...widest.slice(-4)) > 4 * Math.max(...widest.slice(0, 4)), 'the amplitude grows')
  assert.ok(Math.max(...widest) <= threadLength / 2, 'the thread stays in its box')
})

test('every copy is shifted and has a smaller amplitude than the original', () => {
  for (const { shift, scale } of weave) assert.ok(shift > 0 && scale < 1)
})
