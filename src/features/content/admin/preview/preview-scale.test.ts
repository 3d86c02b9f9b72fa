import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scalePreview } from './preview-scale.ts'

test('a window is scaled down to the width of its container and fills its height', () => {
  const desktop = scalePreview('desktop', { inlineSize: 720, blockSize: 600 })
  assert.deepEqual(desktop, { inlineSize: 1440, blockSize: 1200, scale: 0.5 })
})

test('a window is never scaled up', () => {
  const phone = scalePreview('phone', { inlineSize: 500, blockSize: 600 })
  assert.deepEqual(phone, { inlineSize: 390, blockSize: 600, scale: 1 })
})

test('a container that is not measured yet is not scaled', () => {
  assert.equal(scalePreview('tablet', { inlineSize: 0, blockSize: 0 }).scale, 1)
})
