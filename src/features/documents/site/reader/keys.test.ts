import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCommand } from './keys.ts'

const press = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
})
const western = { isRightToLeft: false, isTyping: false }

test('arrows turn pages as the eye goes', () => {
  assert.equal(readCommand(press('ArrowRight'), western), 'next')
  assert.equal(readCommand(press('ArrowRight'), { ...western, isRightToLeft: true }), 'previous')
  assert.equal(readCommand(press('ArrowLeft'), { ...western, isRightToLeft: true }), 'next')
  assert.equal(readCommand(press('ArrowLeft', { altKey: true }), western), undefined)
})

test('a field keeps its keys, but for the search', () => {
  const typing = { ...western, isTyping: true }
  for (const key of ['ArrowRight', '+', '-', '0', 'PageDown'])
    assert.equal(readCommand(press(key), typing), undefined)
  assert.equal(readCommand(press('f', { ctrlKey: true }), typing), 'search')
  assert.equal(readCommand(press('F', { metaKey: true }), typing), 'search')
})

test('the size of the window stays what it is', () => {
  assert.equal(readCommand(press('+'), western), 'in')
  assert.equal(readCommand(press('+', { ctrlKey: true }), western), undefined)
  assert.equal(readCommand(press('ArrowRight', { ctrlKey: true }), western), undefined)
  assert.equal(readCommand(press('c', { ctrlKey: true }), western), undefined)
})
