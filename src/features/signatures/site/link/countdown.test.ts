import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAnnouncement, findDeadline, formatCountdown, secondsUntil } from './countdown.ts'

test('hours become seconds, 3600 each, from the given moment on', () => {
  assert.equal(secondsUntil(findDeadline(72, 500), 500), 72 * 3600)
  assert.equal(secondsUntil(findDeadline(0.5, 0), 0), 1800)
  assert.equal(secondsUntil(findDeadline(1 / 36_000, 0), 0), 1, 'a begun second counts')
})

test('the countdown falls by one each second, and ends at zero', () => {
  const deadline = findDeadline(2 / 3600, 0)
  const shown = [0, 999, 1000, 1999, 2000, 2001, 90_000].map((now) => secondsUntil(deadline, now))
  assert.deepEqual(shown, [2, 2, 1, 1, 0, 0, 0])
})

test('it is shown as HH:MM:SS, with more digits for more than 99 hours', () => {
  assert.equal(formatCountdown(72 * 3600), '72:00:00')
  assert.equal(formatCountdown(3599), '00:59:59')
  assert.equal(formatCountdown(61), '00:01:01')
  assert.equal(formatCountdown(0), '00:00:00')
  assert.equal(formatCountdown(720 * 3600 + 5), '720:00:05')
})

test('it is said aloud when an hour, ten minutes and a minute are left, each once', () => {
  const said: number[] = []
  for (let left = 7200; left > 0; left--) {
    const mark = findAnnouncement(left, left - 1)
    if (mark) said.push(mark)
  }
  assert.deepEqual(said, [3600, 600, 60])
  assert.equal(findAnnouncement(500, 499), undefined, 'a link opened late says nothing of what has passed')
})

test('after a sleep it says only what is left now, and nothing once the time is over', () => {
  assert.equal(findAnnouncement(5000, 300), 600)
  assert.equal(findAnnouncement(5000, 30), 60)
  assert.equal(findAnnouncement(5000, 0), undefined)
})
