import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Timetable } from '#features/social/accounts/contract.ts'
import { findFreeSlot } from './free-time.ts'

/** The slots of an account, such as `1 09:00` for Mondays. */
const account = (id: string, times: string[], time_zone = 'Europe/Madrid') => {
  const slots = times.map((text) => ({ weekday: Number(text[0]), time: text.slice(2) }))
  return { id, account_name: id, timetable: { time_zone, slots } satisfies Timetable }
}
const usual = account('usual', ['1 09:00', '2 09:00', '2 13:00', '2 18:00', '3 09:00'])

// The first of December 2026 is a Tuesday, and Madrid an hour ahead of UTC.
const find = (
  accounts: ReturnType<typeof account>[],
  { now = '2026-12-01T06:00:00Z', taken = [] as string[], timeZone = 'Europe/Madrid' } = {},
) => {
  const slot = findFreeSlot(accounts, { now: new Date(now), timeZone, taken })
  return slot && [slot.wallTime, slot.ownOf?.id].filter((part) => part !== undefined).join(' ')
}

test('the next free time is a slot of the account near which it publishes nothing', () => {
  assert.equal(find([usual]), '2026-12-01T09:00')
  assert.equal(find([usual], { now: '2026-12-01T07:58:00Z' }), '2026-12-01T13:00')
  assert.equal(find([usual], { now: '2026-12-01T18:00:00Z' }), '2026-12-02T09:00')
  assert.equal(find([usual], { now: '2026-12-02T18:00:00Z' }), '2026-12-07T09:00')
  assert.equal(find([usual], { taken: ['2026-12-01T08:05:00Z'] }), '2026-12-01T13:00')
  assert.equal(find([usual], { taken: ['2026-12-01T08:10:00Z'] }), '2026-12-01T09:00')
})

test('of several accounts it is a slot of all, or of the first that has any, which is said', () => {
  const late = account('late', ['2 13:00', '3 09:00'])
  assert.equal(find([usual, late]), '2026-12-01T13:00')
  assert.equal(find([usual, late], { taken: ['2026-12-01T12:00:00Z'] }), '2026-12-02T09:00')
  const other = account('other', ['4 10:00'])
  assert.equal(find([other, usual]), '2026-12-03T10:00 other')
  assert.equal(find([account('empty', []), usual]), '2026-12-01T09:00 usual')
  // 13:00 in Madrid is 07:00 in New York.
  assert.equal(find([usual, account('far', ['2 07:00'], 'America/New_York')]), '2026-12-01T13:00')
})

test('slots are those of clocks where the account is, whatever the clock of the composer shows', () => {
  const tokyo = account('tokyo', ['3 08:00'], 'Asia/Tokyo')
  assert.equal(find([tokyo]), '2026-12-02T00:00')
  assert.equal(find([tokyo], { timeZone: 'America/Los_Angeles' }), '2026-12-01T15:00')
  // Clocks in Madrid are put forward from 02:00 to 03:00, and back from 03:00 to 02:00.
  const night = account('night', ['7 02:30'])
  assert.equal(find([night], { now: '2027-03-27T12:00:00Z' }), '2027-03-28T03:30')
  assert.equal(
    find([night, account('same', ['7 02:30'])], { now: '2027-03-27T12:00:00Z' }),
    '2027-03-28T03:30',
  )
  assert.equal(find([night], { now: '2027-10-30T12:00:00Z', timeZone: 'UTC' }), '2027-10-31T00:30')
  // In UTC it is plain; what Madrid shows for the second time cannot be said there.
  const second = account('second', ['7 01:30'], 'UTC')
  assert.equal(find([second], { now: '2027-10-30T12:00:00Z' }), '2027-11-07T02:30')
})

test('when all are taken for two months, or there are none, there is none', () => {
  const taken = Array.from({ length: 24 * 80 }, (_, hour) =>
    new Date(Date.parse('2026-12-01T00:00:00Z') + hour * 3_600_000).toISOString(),
  )
  assert.equal(find([usual], { taken }), undefined)
  assert.equal(find([account('empty', [])]), undefined)
  assert.equal(find([]), undefined)
})
