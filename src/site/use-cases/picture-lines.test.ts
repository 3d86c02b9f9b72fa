import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tileSize, traceCord, traceReadings, traceSignature, traceThreads } from './picture-lines.ts'

/** The width of each line of a path, and its end. */
function follow(path: string): { across: number; down: number }[] {
  return path
    .split('M')
    .slice(1)
    .map((line) => {
      let across = 0
      let down = 0
      for (const [, command, rest = ''] of line.matchAll(/([hc])([^a-z]*)/g)) {
        const numbers = rest.match(/-?\d+/g)?.map(Number) ?? []
        across += (command === 'h' ? numbers[0] : numbers[4]) ?? 0
        down += command === 'h' ? 0 : (numbers[5] ?? 0)
      }
      return { across, down }
    })
}

test('threads and cords end where those of the next tile begin', () => {
  for (const path of [traceThreads(), ...[1, 2, 3, 4].map(traceCord)]) {
    for (const line of follow(path)) assert.deepEqual(line, { across: tileSize, down: 0 })
  }
})

test('a cord grows at every stage', () => {
  const strands = [1, 2, 3, 4].map((stage) => follow(traceCord(stage)).length)
  assert.deepEqual(
    strands,
    strands.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(strands).size, strands.length)
})

test('readings are evenly spaced between two hand-overs', () => {
  assert.equal(traceReadings([4, -6, 0]), 'M-70 4L0 -6L70 0')
})

test('each hand has its own signature, the same on every call', () => {
  const hands = [1, 2, 3, 4].map(traceSignature)
  assert.equal(new Set(hands).size, hands.length)
  assert.equal(traceSignature(2), hands[1])
})
