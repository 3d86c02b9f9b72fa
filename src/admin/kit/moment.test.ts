import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoment, readFieldValue, toFieldValue } from './moment.ts'

test('a time is formatted with its time zone', () => {
  const moment = '2026-07-01T22:30:00.000Z'
  assert.match(formatMoment(moment, 'en', 'Europe/Madrid'), /^Jul 2, 2026, 12:30\sAM GMT\+2$/)
  assert.match(formatMoment(moment, 'es', 'Europe/Madrid'), /^2 jul 2026, 0:30 CEST$/)
  assert.match(formatMoment(moment, 'de', 'America/Bogota'), /^1\. Juli 2026, 17:30 GMT-5$/)
})

test('the value of a date and time field is parsed to the same minute', () => {
  for (const iso of ['2026-11-22T10:05:00.000Z', '2027-03-28T01:00:00.000Z', '2027-12-31T23:59:00.000Z']) {
    assert.equal(readFieldValue(toFieldValue(new Date(iso)))?.toISOString(), iso)
  }
})

test('an invalid value gives undefined', () => {
  for (const value of ['', '2026-13-01T00:00', '2026-01-01', 'tomorrow', 'T10:00']) {
    assert.equal(readFieldValue(value), undefined, value)
  }
})
