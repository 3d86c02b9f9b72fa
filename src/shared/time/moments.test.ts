import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarMoment } from './moments.ts'

test('a moment is one that the database knows, with or without an offset', () => {
  const refusalOf = (moment: unknown) =>
    calendarMoment('time_invalid').safeParse(moment).error?.issues[0]?.message
  for (const valid of ['2026-03-29T01:00:00Z', '1900-01-01T00:00:00Z', '2199-12-31T23:59:59.999+00:00'])
    assert.equal(refusalOf(valid), undefined, valid)
  for (const invalid of [
    ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '1899-12-31T23:59:59Z', '2200-01-01T00:00:00Z'],
    ...['2026-02-30T00:00:00Z', '2026-03-29', 'soon', '', 7],
  ])
    assert.equal(refusalOf(invalid), 'time_invalid', String(invalid))
})
