import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scalePreview } from './preview-scale.ts'

test('a window is shrunk into the room there is, and fills its height', () => {
  const desk = scalePreview('desk', { inlineSize: 720, blockSize: 600 })
  assert.deepEqual(desk, { inlineSize: 1440, blockSize: 1200, scale: 0.5 })
})

test('a window is never made larger than it is', () => {
  const phone = scalePreview('phone', { inlineSize: 500, blockSize: 600 })
  assert.deepEqual(phone, { inlineSize: 390, blockSize: 600, scale: 1 })
})

test('a room that is not measured yet does no harm', () => {
  assert.equal(scalePreview('tablet', { inlineSize: 0, blockSize: 0 }).scale, 1)
})
