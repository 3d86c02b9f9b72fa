import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeZone, listZones } from './zones.ts'

const winter = new Date('2026-01-15T12:00:00Z')

test('a time zone is shown with its difference from UTC at that time', () => {
  assert.equal(describeZone('Europe/Madrid', winter), 'Europe/Madrid (UTC+01:00)')
  assert.equal(describeZone('Europe/Madrid', new Date('2026-07-15T12:00:00Z')), 'Europe/Madrid (UTC+02:00)')
  assert.equal(describeZone('America/New_York', winter), 'America/New York (UTC-05:00)')
  assert.equal(describeZone('UTC', winter), 'UTC')
  assert.equal(describeZone('Europe/Atlantis', winter), 'Europe/Atlantis')
})

test('the list has every time zone once, and the chosen one even where the browser lists it by another name', () => {
  const zones = listZones('America/Argentina/Buenos_Aires', winter).map(({ value }) => value)
  assert.equal(new Set(zones).size, zones.length)
  for (const zone of ['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'])
    assert.ok(zones.includes(zone), zone)
})
