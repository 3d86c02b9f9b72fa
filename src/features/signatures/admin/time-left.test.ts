import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLeft } from './time-left.ts'

const now = new Date('2026-03-01T12:00:00Z')
const tell = (iso: string, language: 'en' | 'es' = 'en') => timeLeft(iso, now, language)

test('the time that a link has left is told in hours up to three days, and then in days', () => {
  assert.equal(tell('2026-03-04T12:00:00Z'), 'in 72 hours')
  assert.equal(tell('2026-03-04T11:59:58Z'), 'in 72 hours')
  assert.equal(tell('2026-03-11T11:00:00Z'), 'in 9 days')
  assert.equal(tell('2026-03-01T12:40:30Z'), 'in 40 minutes')
  assert.equal(tell('2026-03-01T10:30:00Z', 'es'), 'hace 1 hora')
  assert.equal(tell('2026-02-20T12:00:00Z', 'es'), 'hace 9 días')
})
