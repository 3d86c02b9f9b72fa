import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { daysOf, isPeriod, periodFault, periodFields } from './periods.ts'

test('a period is the last days, or two days, or as many days before', () => {
  const today = '2026-03-29'
  const between = { days: 7, from: '2026-03-01', to: '2026-03-03' } as const
  assert.deepEqual(daysOf({ days: 7 }, today), { from: '2026-03-23', to: today })
  assert.deepEqual(daysOf({ days: 7, previous: 'true' }, today), { from: '2026-03-16', to: '2026-03-22' })
  assert.deepEqual(daysOf(between, today), { from: '2026-03-01', to: '2026-03-03' })
  assert.deepEqual(daysOf({ ...between, previous: 'true' }, today), { from: '2026-02-26', to: '2026-02-28' })
})

test('two days are a period of a year at most, the first no later than the last', () => {
  const Query = z.object(periodFields).refine(isPeriod, periodFault)
  const parse = (query: object) => Query.safeParse(query).error?.issues[0]?.message ?? 'valid'
  assert.equal(parse({}), 'valid')
  assert.equal(parse({ from: '2026-03-01', to: '2026-03-01' }), 'valid')
  assert.equal(parse({ from: '2026-01-01', to: '2027-01-01' }), 'valid')
  for (const invalid of [
    { from: '2026-03-01' },
    { to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-01-01', to: '2027-01-02' },
  ])
    assert.equal(parse(invalid), 'period_invalid', JSON.stringify(invalid))
  for (const invalid of [
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '1899-12-31', to: '1900-01-01' },
    { previous: 'no' },
  ])
    assert.equal(parse(invalid), 'invalid', JSON.stringify(invalid))
})
