import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { browserZone, currentZone, formatMoment, readFieldValue, setZone, toFieldValue } from './moment.ts'
import { createFormat } from './texts/format.ts'

afterEach(() => setZone(undefined))

test('a time is formatted with its time zone', () => {
  const moment = '2026-07-01T22:30:00.000Z'
  assert.match(formatMoment(moment, 'en', 'Europe/Madrid'), /^Jul 2, 2026, 12:30\sAM GMT\+2$/)
  assert.match(formatMoment(moment, 'es', 'Europe/Madrid'), /^2 jul 2026, 0:30 CEST$/)
  assert.match(formatMoment(moment, 'de', 'America/Bogota'), /^1\. Juli 2026, 17:30 GMT-5$/)
})

test('times are shown in the time zone of the panel', () => {
  const moment = '2026-07-01T22:30:00.000Z'
  setZone('Asia/Tokyo')
  assert.match(createFormat('es').dateTime(moment), /^2 jul 2026, 7:30$/)
  assert.equal(createFormat('es').date(moment), '2 jul 2026')
  assert.match(formatMoment(moment, 'es'), /^2 jul 2026, 7:30 GMT\+9$/)
  assert.equal(toFieldValue(new Date(moment)), '2026-07-02T07:30')
  setZone('Europe/Atlantis')
  assert.equal(currentZone(), browserZone())
})

test('the value of a date and time field is parsed to the same minute, in every time zone', () => {
  const times = ['2026-11-22T10:05:00.000Z', '2027-03-28T01:00:00.000Z', '2027-12-31T23:59:00.000Z']
  for (const zone of ['UTC', 'Europe/Madrid', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
    for (const iso of times) {
      assert.equal(readFieldValue(toFieldValue(new Date(iso), zone), zone)?.toISOString(), iso, zone)
    }
  }
})

test('a time that clocks show twice is the first, and one that they leave out is moved on', () => {
  const read = (value: string) => readFieldValue(value, 'Europe/Madrid')?.toISOString()
  assert.equal(read('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z')
  assert.equal(read('2026-10-25T03:30'), '2026-10-25T02:30:00.000Z')
  assert.equal(read('2027-03-28T02:30'), '2027-03-28T01:30:00.000Z')
})

test('an invalid value gives undefined', () => {
  for (const value of ['', '2026-13-01T00:00', '2026-01-01', 'tomorrow', 'T10:00']) {
    assert.equal(readFieldValue(value), undefined, value)
  }
})
