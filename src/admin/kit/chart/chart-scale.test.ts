import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bandPath, createChartScale, linePath, pickLabels } from './chart-scale.ts'

const box = { width: 100, height: 50 }

test('an axis has whole numbers and ends at a round one', () => {
  for (const largest of [0, 3, 4, 5, 11, 39, 41, 999, 1000]) {
    const { ticks, y } = createChartScale({ kind: 'line', count: 2, largest, ...box })
    const top = ticks.at(-1) ?? 0
    assert.ok(ticks.every(Number.isInteger))
    assert.ok(top >= Math.max(4, largest) && top <= Math.max(4, 1.4 * largest), `${largest}: ${top}`)
    assert.deepEqual([y(0), y(top)], [50, 0])
  }
})

test('a line goes from the first point to the last, the largest on top', () => {
  const scale = createChartScale({ kind: 'line', count: 3, largest: 10, ...box })
  assert.equal(linePath([0, 5, 10], scale), 'M0,50L50,25L100,0')
})

test('a band lies between two lines', () => {
  const scale = createChartScale({ kind: 'line', count: 2, largest: 10, ...box })
  assert.equal(bandPath([10, 10], [0, 5], scale), 'M0,0L100,0L100,25L0,50Z')
})

test('bars stand beside each other, inside the box', () => {
  const { x, barWidth } = createChartScale({ kind: 'bar', count: 4, largest: 10, ...box })
  assert.ok(barWidth > 0 && x(0) - barWidth / 2 >= 0 && x(3) + barWidth / 2 <= 100)
  assert.ok(x(1) - x(0) > barWidth)
})

test('an axis with many points labels some of them, always the first and the last', () => {
  assert.deepEqual(pickLabels(3, 5), [0, 1, 2])
  assert.deepEqual(pickLabels(30, 3), [0, 15, 29])
})
