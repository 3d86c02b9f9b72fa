import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostSlots, type Slot } from '#features/social/accounts/contract.ts'
import { addSlots, copyDay, removeSlot, timesOf } from './slot-edit.ts'

const monday: Slot = { weekday: 1, time: '09:00' }

test('a time is added to the days that do not have it, and refused when all have', () => {
  const all = addSlots([monday], 'all', '09:00')
  assert.ok('slots' in all)
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((day) => timesOf(all.slots, day)),
    Array.from({ length: 7 }, () => ['09:00']),
  )
  const workdays = addSlots([], 'workdays', '10:30')
  assert.ok('slots' in workdays)
  assert.deepEqual([workdays.slots.length, timesOf(workdays.slots, 6)], [5, []])
  assert.deepEqual(addSlots([monday], '1', '09:00'), { fault: 'twice' })
  assert.deepEqual(addSlots([monday], '2', ''), { fault: 'missing' })
})

test('the times of a day are given to all, and never more than an account can have', () => {
  const slots = [monday, { weekday: 1, time: '08:00' }, { weekday: 3, time: '20:00' }]
  const copied = copyDay(slots, 1)
  assert.ok('slots' in copied)
  assert.equal(copied.slots.length, 14)
  assert.deepEqual(timesOf(copied.slots, 3), ['08:00', '09:00'])
  const eight = Array.from({ length: 8 }, (_, hour) => ({ weekday: 1, time: `1${hour}:00` }))
  assert.deepEqual(copyDay(eight, 1), { fault: 'full' })
  const full = Array.from({ length: mostSlots }, (_, minute) => ({ weekday: 7, time: `10:${minute + 10}` }))
  assert.deepEqual(addSlots(full, '1', '09:00'), { fault: 'full' })
})

test('one time of one day is removed', () => {
  const slots = [monday, { weekday: 2, time: '09:00' }, { weekday: 1, time: '10:00' }]
  assert.deepEqual(removeSlot(slots, { ...monday }), slots.slice(1))
})
