import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextDaily } from './daily.ts'

describe('the next morning', () => {
  const cases: [now: string, zone: string, next: string][] = [
    ['2026-11-25T06:59:00Z', 'Europe/Madrid', '2026-11-25T07:00:00.000Z'],
    ['2026-11-25T07:00:00Z', 'Europe/Madrid', '2026-11-26T07:00:00.000Z'],
    ['2026-11-25T12:00:00Z', 'UTC', '2026-11-26T08:00:00.000Z'],
    ['2026-11-25T12:00:00Z', 'America/Los_Angeles', '2026-11-25T16:00:00.000Z'],
    // A quarter and three quarters of an hour away from UTC.
    ['2026-11-25T12:00:00Z', 'Asia/Kathmandu', '2026-11-26T02:15:00.000Z'],
    ['2026-11-25T12:00:00Z', 'Pacific/Kiritimati', '2026-11-25T18:00:00.000Z'],
    // The nights in which clocks are put forward and back.
    ['2026-03-28T12:00:00Z', 'Europe/Madrid', '2026-03-29T06:00:00.000Z'],
    ['2026-10-24T12:00:00Z', 'Europe/Madrid', '2026-10-25T07:00:00.000Z'],
  ]
  for (const [now, zone, next] of cases)
    test(`after ${now} in ${zone} is ${next}`, () =>
      assert.equal(nextDaily(new Date(now), zone).toISOString(), next))
})
