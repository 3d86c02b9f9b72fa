import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfField, nameOfValue } from './field-words.ts'

const t = (key: string) => `<${key}>`

test('every field of every part has a name, in its language where it has one', () => {
  const names = ['published.content', 'draft.seo_title', 'title', 'is_featured', 'file.name', 'subject', 'to']
  for (const name of names) assert.match(nameOfField(name, t), /^<.+>/)
  assert.equal(nameOfField('alternatives.ar', t), '<transfer.fields.alternatives> · العربية')
  assert.equal(nameOfField('variants.es', t), '<transfer.fields.variants> · Español')
})

test('codes are words, and words stay what they are', () => {
  assert.equal(nameOfValue('status', 'published', t), '<transfer.values.published>')
  assert.equal(nameOfValue('is_featured', 'false', t), '<transfer.values.no>')
  assert.equal(nameOfValue('language', 'de', t), 'Deutsch')
  assert.equal(nameOfValue('title', 'published', t), 'published')
})
