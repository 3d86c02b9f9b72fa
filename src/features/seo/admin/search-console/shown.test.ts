import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShown, toFilters, writeShown } from './shown.ts'

test('an address says what is shown, and what it does not know is left out', () => {
  const usual = readShown(new URLSearchParams('days=13&state=lost&language=xx&measure=none'))
  assert.equal(writeShown(usual).toString(), '')
  const address = 'days=90&measure=impressions&search=%2Far%2F&state=not_indexed&language=ar&words=%D8%AA+x'
  const shown = readShown(new URLSearchParams(address))
  assert.equal(writeShown(shown).toString(), address)
  assert.deepEqual(toFilters(shown), { search: '/ar/', state: 'not_indexed', language: 'ar', words: 'ت x' })
})
