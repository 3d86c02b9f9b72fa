import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText, emptyFields } from './edits.ts'
import { keepEdits, takeKeptEdits } from './kept-edits.ts'

function createStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const edits = changeText({}, 'ar', { version: 2, fields: emptyFields }, { content: '<p>مرحبا</p>' })

test('unsaved text comes back once, to the same person and key', () => {
  const storage = createStorage()
  keepEdits(storage, 'ana', 'home-hero', edits)
  assert.deepEqual(takeKeptEdits(storage, 'eva', 'home-hero'), {})
  assert.deepEqual(takeKeptEdits(storage, 'ana', 'home-why'), {})
  assert.deepEqual(takeKeptEdits(storage, 'ana', 'home-hero'), edits)
  assert.deepEqual(takeKeptEdits(storage, 'ana', 'home-hero'), {})
})

test('what is not ours is left aside', () => {
  const storage = createStorage()
  for (const value of ['{', '[]', '{"xx":{}}', '{"es":{"base":1}}', 'null']) {
    storage.setItem('unsaved:ana:home-hero', value)
    assert.deepEqual(takeKeptEdits(storage, 'ana', 'home-hero'), {}, value)
  }
})
