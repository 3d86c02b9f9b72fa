import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreeTime } from './free-time.ts'

const find = (now: string, taken: string[] = []) => findFreeTime(new Date(now), 'Europe/Madrid', taken)

test('the next free time is one of three a day that no other post takes', () => {
  assert.equal(find('2026-12-01T06:00:00Z'), '2026-12-01T09:00')
  assert.equal(find('2026-12-01T07:58:00Z'), '2026-12-01T13:00')
  assert.equal(find('2026-12-01T18:00:00Z'), '2026-12-02T09:00')
  assert.equal(find('2026-12-01T06:00:00Z', ['2026-12-01T08:05:00Z']), '2026-12-01T13:00')
  assert.equal(find('2026-12-01T06:00:00Z', ['2026-12-01T08:10:00Z']), '2026-12-01T09:00')
})

test('when all are taken for two months there is none', () => {
  const taken = Array.from({ length: 24 * 80 }, (_, hour) =>
    new Date(Date.parse('2026-12-01T00:00:00Z') + hour * 3_600_000).toISOString(),
  )
  assert.equal(find('2026-12-01T06:00:00Z', taken), undefined)
})
