import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findOverdueDays } from './overdue.ts'
import { findLastTime, findNextTime, type Plan } from './schedule.ts'

const madrid: Plan = {
  ...{ frequency: 'daily', time: '03:10', weekday: '7', monthDay: 1, timeZone: 'Europe/Madrid' },
}
const next = (plan: Plan, now: string) => findNextTime(plan, new Date(now))?.toISOString()
const last = (plan: Plan, now: string) => findLastTime(plan, new Date(now))?.toISOString()

describe('a schedule', () => {
  test('has a time each day, in the time zone of the site', () => {
    assert.equal(next(madrid, '2026-07-01T12:00:00Z'), '2026-07-02T01:10:00.000Z')
    assert.equal(last(madrid, '2026-07-01T12:00:00Z'), '2026-07-01T01:10:00.000Z')
    assert.equal(last(madrid, '2026-07-01T01:09:59Z'), '2026-06-30T01:10:00.000Z')
    // At that very moment it is due, and the next one is tomorrow.
    assert.equal(last(madrid, '2026-07-01T01:10:00Z'), '2026-07-01T01:10:00.000Z')
    assert.equal(next(madrid, '2026-07-01T01:10:00Z'), '2026-07-02T01:10:00.000Z')
  })

  test('keeps its time on the clock when the clocks change', () => {
    assert.equal(next(madrid, '2026-10-24T12:00:00Z'), '2026-10-25T02:10:00.000Z')
    assert.equal(next(madrid, '2026-03-28T12:00:00Z'), '2026-03-29T01:10:00.000Z')
  })

  test('is kept once where the clocks go back, and later where they skip its time', () => {
    const plan: Plan = { ...madrid, time: '02:30' }
    assert.equal(next(plan, '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z')
    assert.equal(next(plan, '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z')
    assert.equal(next(plan, '2026-03-28T12:00:00Z'), '2026-03-29T01:30:00.000Z')
    assert.equal(next(plan, '2026-03-29T01:30:00Z'), '2026-03-30T00:30:00.000Z')
  })

  test('has a day of the week, or of the month', () => {
    const weekly: Plan = { ...madrid, frequency: 'weekly', weekday: '1' }
    assert.equal(next(weekly, '2026-07-01T12:00:00Z'), '2026-07-06T01:10:00.000Z')
    assert.equal(last(weekly, '2026-07-01T12:00:00Z'), '2026-06-29T01:10:00.000Z')
    const monthly: Plan = { ...madrid, frequency: 'monthly', monthDay: 28 }
    assert.equal(next(monthly, '2026-02-27T12:00:00Z'), '2026-02-28T02:10:00.000Z')
    assert.equal(next(monthly, '2026-02-28T12:00:00Z'), '2026-03-28T02:10:00.000Z')
    assert.equal(last(monthly, '2026-02-27T12:00:00Z'), '2026-01-28T02:10:00.000Z')
  })

  test('has no time where it is off', () => {
    assert.equal(next({ ...madrid, frequency: 'off' }, '2026-07-01T12:00:00Z'), undefined)
  })

  test('is of the day there, on both sides of the date line', () => {
    const auckland: Plan = { ...madrid, frequency: 'weekly', weekday: '1', timeZone: 'Pacific/Auckland' }
    assert.equal(next(auckland, '2026-07-05T12:00:00Z'), '2026-07-05T15:10:00.000Z')
    const honolulu: Plan = { ...auckland, timeZone: 'Pacific/Honolulu' }
    assert.equal(next(honolulu, '2026-07-06T12:00:00Z'), '2026-07-06T13:10:00.000Z')
  })
})

test('backups are overdue when a proven one is missing for longer than the schedule allows', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 6, day))
  const daysOf = (frequency: Plan['frequency'], lastProven: Date | undefined, setAt = at(1)) =>
    findOverdueDays(frequency, { lastProven, setAt, now: at(11) })
  assert.equal(daysOf('daily', at(10)), undefined)
  assert.equal(daysOf('daily', at(9)), 2)
  assert.equal(daysOf('weekly', at(3)), undefined)
  assert.equal(daysOf('weekly', at(1)), 10)
  assert.equal(daysOf('daily', undefined), 10)
  // A schedule that was set only now is not late.
  assert.equal(daysOf('daily', undefined, at(10)), undefined)
  assert.equal(daysOf('off', undefined), undefined)
})
