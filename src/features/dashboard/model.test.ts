import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeConversion, rateOf, wilsonInterval } from './model.ts'

test('a rate is a number whatever it is made of', () => {
  assert.deepEqual(
    [rateOf(0, 0), rateOf(3, 0), rateOf(1, 3), rateOf(2, 3), rateOf(5, 4)],
    [0, 0, 33.33, 66.67, 125],
  )
})

test('a level starts at its bar, and says when it rests on few cases', () => {
  assert.deepEqual(
    [50, 49.99, 30, 15, 14.99, 0].map((rate) => judgeConversion(rate, 20).level),
    ['excellent', 'good', 'good', 'average', 'low', 'low'],
  )
  assert.deepEqual([judgeConversion(75, 4).hasFewCases, judgeConversion(75, 20).hasFewCases], [true, false])
})

/** With four digits, as published examples have it. */
function interval(part: number, whole: number): [string, string] | undefined {
  const found = wilsonInterval(part, whole)
  return found && [found.low.toFixed(4), found.high.toFixed(4)]
}

test('an interval is that of Wilson', () => {
  // Three of R. G. Newcombe's examples, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998).
  assert.deepEqual(interval(81, 263), ['0.2553', '0.3662'])
  assert.deepEqual(interval(15, 148), ['0.0624', '0.1605'])
  assert.deepEqual(interval(1, 29), ['0.0061', '0.1718'])
  assert.deepEqual(interval(0, 20), ['0.0000', '0.1611'])
  assert.deepEqual(interval(3, 4), ['0.3006', '0.9544'])
})

test('an interval holds its share, lies from 0 to 1, and narrows with the cases', () => {
  for (const whole of [1, 2, 3, 7, 19, 20, 99, 1000, 1e6, 1e9]) {
    for (const part of new Set([0, 1, Math.floor(whole / 3), Math.floor(whole / 2), whole - 1, whole])) {
      const found = wilsonInterval(part, whole)
      assert.ok(found)
      const share = part / whole
      assert.ok(0 <= found.low && found.low <= share, `${part} of ${whole}: ${found.low}`)
      assert.ok(share <= found.high && found.high <= 1, `${part} of ${whole}: ${found.high}`)
      const more = wilsonInterval(part * 10, whole * 10)
      assert.ok(more && more.high - more.low < found.high - found.low, `${part} of ${whole}`)
      const others = wilsonInterval(whole - part, whole)
      assert.ok(others && Math.abs(others.low - (1 - found.high)) < 1e-9, `${part} of ${whole}`)
    }
  }
})

test('there is no interval of what is no part of a whole', () => {
  for (const [part, whole] of [
    [0, 0],
    [3, 0],
    [5, 4],
    [-1, 4],
  ] as const)
    assert.equal(wilsonInterval(part, whole), undefined)
})
