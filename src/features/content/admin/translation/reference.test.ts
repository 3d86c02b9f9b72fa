import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReference, referenceVersion, writeReference } from './reference.ts'

test('what is compared with is kept in the address', () => {
  const params = new URLSearchParams('language=de')
  const reference = { language: 'ar', which: 'newest' } as const
  const written = writeReference(params, reference)
  assert.equal(written.get('language'), 'de')
  assert.deepEqual(readReference(written, 'de'), reference)
  assert.equal(String(writeReference(written, undefined)), 'language=de')
  assert.equal(String(params), 'language=de')
})

test('a text is not compared with itself, nor with a language that is none', () => {
  assert.equal(readReference(new URLSearchParams('reference=de'), 'de'), undefined)
  assert.equal(readReference(new URLSearchParams('reference=xx'), 'de'), undefined)
  assert.deepEqual(readReference(new URLSearchParams('reference=es&which=x'), 'de'), {
    language: 'es',
    which: 'published',
  })
})

test('the published or the newest version is meant, or the built-in text', () => {
  const state = { version: 4, published_version: 2 }
  assert.equal(referenceVersion({ language: 'es', which: 'published' }, state), 2)
  assert.equal(referenceVersion({ language: 'es', which: 'newest' }, state), 4)
  const none = { version: 0, published_version: null }
  assert.equal(referenceVersion({ language: 'es', which: 'published' }, none), undefined)
  assert.equal(referenceVersion({ language: 'es', which: 'newest' }, none), undefined)
})
