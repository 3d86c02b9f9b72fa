import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { copyOrSelect } from './copying.ts'

const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
const setClipboard = (clipboard: unknown) =>
  Object.defineProperty(globalThis, 'navigator', { value: { clipboard }, configurable: true })
afterEach(() => {
  if (original) Object.defineProperty(globalThis, 'navigator', original)
})

test('copies a text', async () => {
  const written: string[] = []
  setClipboard({ writeText: async (text: string) => void written.push(text) })
  assert.equal(await copyOrSelect('0x5a', null), true)
  assert.deepEqual(written, ['0x5a'])
})

test('without a clipboard, and where it is refused, it says so and does not throw', async () => {
  setClipboard(undefined)
  assert.equal(await copyOrSelect('0x5a', null), false)
  setClipboard({ writeText: () => Promise.reject(new Error('not allowed')) })
  assert.equal(await copyOrSelect('0x5a', null), false)
})
