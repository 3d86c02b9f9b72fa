import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStorage } from './browser-storage.ts'

test('a blocked storage keeps what is put in it in memory', () => {
  const storage = openStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  assert.equal(storage.getItem('a'), null)
  storage.setItem('a', '1')
  assert.equal(storage.getItem('a'), '1')
  storage.removeItem('a')
  assert.deepEqual([storage.getItem('a'), storage.length, storage.key(0)], [null, 0, null])
})

test('a full storage keeps the last value, and not the one before', () => {
  const kept = new Map<string, string>([['a', 'old']])
  let isFull = true
  const storage = openStorage(() => ({
    length: kept.size,
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }))
  storage.setItem('a', 'new')
  assert.equal(storage.getItem('a'), 'new')
  isFull = false
  storage.setItem('a', 'newer')
  assert.deepEqual([storage.getItem('a'), kept.get('a')], ['newer', 'newer'])
  storage.removeItem('a')
  assert.equal(storage.getItem('a'), null)
})
