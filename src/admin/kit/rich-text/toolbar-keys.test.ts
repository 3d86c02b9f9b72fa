import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveInToolbar } from './toolbar-keys.ts'

test('the arrow keys move through the toolbar in reading direction and wrap around', () => {
  const at = (current: number, isRightToLeft = false) => ({ current, count: 3, isRightToLeft })
  assert.equal(moveInToolbar('ArrowRight', at(0)), 1)
  assert.equal(moveInToolbar('ArrowRight', at(2)), 0)
  assert.equal(moveInToolbar('ArrowLeft', at(0)), 2)
  assert.equal(moveInToolbar('ArrowLeft', at(0, true)), 1)
  assert.equal(moveInToolbar('ArrowRight', at(0, true)), 2)
  assert.equal(moveInToolbar('Home', at(2)), 0)
  assert.equal(moveInToolbar('End', at(0)), 2)
  assert.equal(moveInToolbar('a', at(0)), undefined)
  assert.equal(moveInToolbar('End', { current: 0, count: 0, isRightToLeft: false }), undefined)
})
