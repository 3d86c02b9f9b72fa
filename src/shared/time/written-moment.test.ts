import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeMoment } from './written-moment.ts'

test('a moment is written in the language and the time zone, which it names', () => {
  const moment = new Date('2026-03-01T22:30:00Z')
  assert.match(writeMoment(moment, 'en', 'UTC'), /^March 1, 2026 at 10:30\sPM UTC$/)
  assert.match(writeMoment(moment, 'de', 'Asia/Tokyo'), /^2\. März 2026 um 07:30 GMT\+9$/)
  assert.match(writeMoment(moment, 'es', 'Europe/Madrid'), /^1 de marzo de 2026.*23:30 (CET|GMT\+1)$/)
})
