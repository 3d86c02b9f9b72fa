import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  daysOfView,
  firstWeekday,
  groupByDay,
  momentsOf,
  onDay,
  shiftWallTime,
  stepOf,
  turn,
} from './calendar-days.ts'

test('weeks begin as they do where the language is spoken', () => {
  assert.deepEqual((['es', 'de', 'en', 'ar', 'pt'] as const).map(firstWeekday), [1, 1, 7, 6, 7])
})

test('a month is shown in whole weeks, a list in its own days', () => {
  const month = daysOfView('month', '2026-12-17', 1)
  assert.deepEqual([month[0], month.at(-1), month.length], ['2026-11-30', '2027-01-03', 35])
  const sunday = daysOfView('month', '2027-02-10', 1)
  assert.deepEqual([sunday[0], sunday.at(-1), sunday.length], ['2027-02-01', '2027-02-28', 28])
  assert.deepEqual(daysOfView('week', '2026-12-17', 7).slice(0, 2), ['2026-12-13', '2026-12-14'])
  assert.deepEqual(daysOfView('week', '2026-12-13', 1).at(-1), '2026-12-13')
  assert.deepEqual(daysOfView('day', '2026-12-17', 1), ['2026-12-17'])
  assert.equal(daysOfView('list', '2026-12-17', 1).length, 31)
})

test('a view turns by its own length', () => {
  assert.equal(turn('month', '2026-12-31', 1), '2027-01-01')
  assert.equal(turn('month', '2026-12-31', -1), '2026-11-01')
  assert.equal(turn('week', '2026-12-31', 1), '2027-01-07')
  assert.equal(turn('day', '2027-03-01', -1), '2027-02-28')
})

test('days last from midnight to midnight in the time zone, also where there is no midnight', () => {
  assert.deepEqual(momentsOf(['2027-03-28'], 'Europe/Madrid'), {
    from: '2027-03-27T23:00:00.000Z',
    to: '2027-03-28T22:00:00.000Z',
  })
  assert.equal(momentsOf(['2026-09-06'], 'America/Santiago').from, '2026-09-06T04:00:00.000Z')
})

test('posts are in the day of their time zone, in the order of their times', () => {
  const at = (scheduled_at: string) => ({ scheduled_at })
  const late = at('2026-12-01T23:30:00.000Z')
  const noon = at('2026-12-01T11:00:00.000Z')
  const early = at('2026-12-01T00:30:00.000Z')
  assert.deepEqual(
    [...groupByDay([late, noon, early], 'Europe/Madrid')],
    [
      ['2026-12-01', [early, noon]],
      ['2026-12-02', [late]],
    ],
  )
})

test('a time is moved by days and minutes, whatever the clocks do', () => {
  assert.equal(shiftWallTime('2027-03-27T02:30', { days: 1 }), '2027-03-28T02:30')
  assert.equal(shiftWallTime('2026-12-31T23:50', { minutes: 15 }), '2027-01-01T00:05')
  assert.equal(onDay('2026-12-01T09:30', '2026-12-24'), '2026-12-24T09:30')
})

test('arrow keys move by days and weeks in a month, otherwise by quarters of an hour, as the text is read', () => {
  assert.deepEqual(stepOf('ArrowRight', 'month', false), { days: 1 })
  assert.deepEqual(stepOf('ArrowRight', 'week', true), { days: -1 })
  assert.deepEqual(stepOf('ArrowUp', 'month', true), { days: -7 })
  assert.deepEqual(stepOf('ArrowDown', 'day', false), { minutes: 15 })
  assert.equal(stepOf('Enter', 'month', false), undefined)
})
