import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstLanguageOf } from './first-language.ts'

test('somebody begins in the language of the interface, or in the first of those they edit', () => {
  assert.equal(firstLanguageOf({ languages: null }, 'de'), 'de')
  assert.equal(firstLanguageOf({ languages: ['ar', 'de'] }, 'de'), 'de')
  assert.equal(firstLanguageOf({ languages: ['fr', 'ar'] }, 'de'), 'fr')
  assert.equal(firstLanguageOf({ languages: [] }, 'de'), 'de')
})
