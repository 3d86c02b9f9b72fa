import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSession, tokenKey } from './session.ts'

function createStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('the token is stored under its name, and removed at the end', () => {
  const storage = createStorage()
  const session = createSession(storage)
  assert.equal(session.token, null)
  session.start('abc')
  assert.equal(storage.values.get(tokenKey), 'abc')
  assert.equal(createSession(storage).token, 'abc')
  session.end()
  assert.equal(session.token, null)
  assert.equal(storage.values.size, 0)
})
