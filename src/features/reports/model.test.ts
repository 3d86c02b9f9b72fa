import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextReport, periodBefore, wholePeriodBefore } from './model.ts'

test('the last whole week ends on the Sunday before, the last whole month on its last day', () => {
  assert.deepEqual(wholePeriodBefore('2026-11-23', 'weekly'), { from: '2026-11-16', to: '2026-11-22' })
  assert.deepEqual(wholePeriodBefore('2026-11-22', 'weekly'), { from: '2026-11-09', to: '2026-11-15' })
  assert.deepEqual(wholePeriodBefore('2027-01-01', 'weekly'), { from: '2026-12-21', to: '2026-12-27' })
  assert.deepEqual(wholePeriodBefore('2028-03-31', 'monthly'), { from: '2028-02-01', to: '2028-02-29' })
  assert.deepEqual(periodBefore({ from: '2026-03-01', to: '2026-03-31' }, 'monthly'), {
    ...{ from: '2026-02-01', to: '2026-02-28' },
  })
})

describe('the next report', () => {
  const cases: [now: string, cadence: 'weekly' | 'monthly', reader: string, site: string, next: string][] = [
    // On Sunday, and on Monday before and after eight.
    ['2026-11-22T12:00Z', 'weekly', 'Europe/Madrid', 'Europe/Madrid', '2026-11-23T07:00Z'],
    ['2026-11-23T06:00Z', 'weekly', 'Europe/Madrid', 'Europe/Madrid', '2026-11-30T07:00Z'],
    ['2026-11-27T12:00Z', 'monthly', 'Europe/Madrid', 'Europe/Madrid', '2026-12-01T07:00Z'],
    // At eight on Monday in Auckland it is still Sunday in Honolulu.
    ['2026-11-20T12:00Z', 'weekly', 'Pacific/Auckland', 'Pacific/Honolulu', '2026-11-23T19:00Z'],
    // Over a change of the clocks.
    ['2026-03-26T12:00Z', 'weekly', 'Europe/Madrid', 'Europe/Madrid', '2026-03-30T06:00Z'],
  ]
  for (const [now, cadence, reader, site, next] of cases)
    test(`${cadence} in ${reader}, of days in ${site}, after ${now}`, () =>
      assert.deepEqual(nextReport(new Date(now), cadence, { reader, site }), new Date(next)))
})
