import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReload } from './screen-not-loaded.ts'

test('a page that cannot load a screen reloads by itself, but not in a circle', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  assert.deepEqual(
    [0, 1_000, 29_000, 31_000, 32_000].map((now) => mayReload(storage, now)),
    [true, false, false, true, false],
  )
})
