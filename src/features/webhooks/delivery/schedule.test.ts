import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHopeless, nextAttempt, nextTry, readRetryAfter } from './schedule.ts'

const now = new Date('2026-11-25T10:00:00Z')
const after = (date: Date | undefined) => date && (date.getTime() - now.getTime()) / 1000

test('a delivery is sent ten times, over more than three days', () => {
  const waits = Array.from({ length: 10 }, (_, index) => after(nextAttempt(index + 1, now)))
  assert.deepEqual(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined])
})

test('a receiver that fails is tried less and less often, at least every ten minutes', () => {
  const waits = [1, 2, 3, 8, 30, 4000].map((failures) => after(nextTry(failures, now)))
  assert.deepEqual(waits, [5, 10, 20, 600, 600, 600])
  assert.equal(isHopeless(new Date('2026-11-20T10:00:01Z'), now), false)
  assert.equal(isHopeless(new Date('2026-11-20T10:00:00Z'), now), true)
})

test('a receiver may ask for a pause, of a day at most', () => {
  assert.equal(after(readRetryAfter('120', now)), 120)
  assert.equal(after(readRetryAfter('Wed, 25 Nov 2026 10:05:00 GMT', now)), 300)
  assert.equal(after(readRetryAfter('99999999999999999999', now)), 86_400)
  for (const nothing of [undefined, '', '0', '-5', 'soon', 'Wed, 25 Nov 2020 10:05:00 GMT'])
    assert.equal(readRetryAfter(nothing, now), undefined, nothing)
})
