import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReference, referenceVersion, writeReference } from './reference.ts'

test('the reference is written to the query and read from it', () => {
  const params = new URLSearchParams('language=de')
  const reference = { language: 'ar', which: 'newest' } as const
  const written = writeReference(params, reference)
  assert.equal(written.get('language'), 'de')
  assert.deepEqual(readReference(written, 'de'), reference)
  assert.equal(String(writeReference(written, undefined)), 'language=de')
  assert.equal(String(params), 'language=de')
})

test('the text itself and unknown languages are no reference', () => {
  assert.equal(readReference(new URLSearchParams('reference=de'), 'de'), undefined)
  assert.equal(readReference(new URLSearchParams('reference=xx'), 'de'), undefined)
  assert.deepEqual(readReference(new URLSearchParams('reference=es&which=x'), 'de'), {
    language: 'es',
    which: 'published',
  })
})

test('a reference is the published version, the newest version or the built-in text', () => {
  const state = { version: 4, published_version: 2 }
  assert.equal(referenceVersion({ language: 'es', which: 'published' }, state), 2)
  assert.equal(referenceVersion({ language: 'es', which: 'newest' }, state), 4)
  const none = { version: 0, published_version: null }
  assert.equal(referenceVersion({ language: 'es', which: 'published' }, none), undefined)
  assert.equal(referenceVersion({ language: 'es', which: 'newest' }, none), undefined)
})
