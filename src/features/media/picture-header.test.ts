import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { appendIspe, createGif } from '../../../test/support/content/pictures.ts'
import { readPictureHeader } from './picture-header.ts'

const canvas = createCanvas(40, 20)
canvas.getContext('2d').fillRect(0, 0, 20, 20)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const size = { width: 40, height: 20 }

describe('a file', () => {
  test('is known by its content', async () => {
    const read = readPictureHeader
    assert.deepEqual(read(await canvas.encode('png')), { type: 'image/png', size, isAnimated: false })
    assert.deepEqual(read(await canvas.encode('jpeg')), { type: 'image/jpeg', size, isAnimated: false })
    assert.deepEqual(read(await canvas.encode('webp')), { type: 'image/webp', size, isAnimated: false })
    assert.deepEqual(read(await canvas.encode('webp', 100)), { type: 'image/webp', size, isAnimated: false })
    assert.deepEqual(read(await canvas.encode('avif')), { type: 'image/avif', size, isAnimated: false })
    assert.deepEqual(read(gif), { type: 'image/gif', size: { width: 1, height: 1 }, isAnimated: false })
  })

  test('is as large as the largest of its parts', async () => {
    const frame = createGif({ screen: [10, 10], frame: [20_000, 30_000] })
    assert.deepEqual(readPictureHeader(frame)?.size, { width: 20_000, height: 30_000 })
    const avif = await canvas.encode('avif')
    assert.deepEqual(readPictureHeader(appendIspe(avif, 40_000, 30_000))?.size, {
      width: 40_000,
      height: 30_000,
    })
    const webp = await canvas.encode('webp', 100)
    const extended = Buffer.alloc(18)
    extended.write('VP8X', 0, 'latin1')
    extended.writeUInt32LE(10, 4)
    extended.writeUIntLE(9_999, 12, 3)
    extended.writeUIntLE(9_998, 15, 3)
    const canvasFirst = Buffer.concat([webp.subarray(0, 12), extended, webp.subarray(12)])
    assert.deepEqual(readPictureHeader(canvasFirst)?.size, { width: 10_000, height: 9_999 })
    extended.writeUIntLE(0, 12, 3)
    extended.writeUIntLE(0, 15, 3)
    const pictureLast = Buffer.concat([webp.subarray(0, 12), extended, webp.subarray(12)])
    assert.deepEqual(readPictureHeader(pictureLast)?.size, size)
  })

  test('that repeats its parts without end has no size', async () => {
    const avif = await canvas.encode('avif')
    const repeated = Buffer.concat([avif, Buffer.from('ispe'.repeat(2_000)), Buffer.alloc(16)])
    assert.deepEqual(readPictureHeader(repeated)?.size, undefined)
    const png = await canvas.encode('png')
    const chunks = Buffer.alloc(12 * 20_000)
    assert.deepEqual(readPictureHeader(Buffer.concat([png.subarray(0, 33), chunks]))?.size, undefined)
  })

  test('is known to move', async () => {
    const frame = gif.subarray(19, -1)
    const moving = Buffer.concat([gif.subarray(0, 19), frame, frame, gif.subarray(-1)])
    assert.equal(readPictureHeader(moving)?.isAnimated, true)
    const png = await canvas.encode('png')
    const control = Buffer.alloc(20)
    control.writeUInt32BE(8, 0)
    control.write('acTL', 4, 'latin1')
    const animated = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
    assert.equal(readPictureHeader(animated)?.isAnimated, true)
  })

  test('that draws by code is told apart', () => {
    for (const svg of [
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      '\uFEFF<?xml version="1.0"?>\n<!-- a --><svg></svg>',
    ]) {
      assert.equal(readPictureHeader(Buffer.from(svg))?.type, 'image/svg+xml')
    }
  })

  test('of any other kind is no picture, however it goes on', () => {
    for (const bytes of [
      Buffer.from('%PDF-1.7 and what else belongs there'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'),
      Buffer.alloc(40),
      Buffer.alloc(0),
    ]) {
      assert.equal(readPictureHeader(bytes), undefined)
    }
  })

  test('that is cut off has the size of the whole file or none', async () => {
    const files = [canvas.encode('png'), canvas.encode('jpeg'), canvas.encode('webp'), canvas.encode('avif')]
    for (const bytes of [...(await Promise.all(files)), gif]) {
      const whole = readPictureHeader(bytes)
      assert.ok(whole?.size)
      for (let length = 0; length < Math.min(bytes.length, 400); length++) {
        const header = readPictureHeader(bytes.subarray(0, length))
        assert.equal(header?.type, length < 16 ? undefined : whole.type, `${whole.type}, ${length} bytes`)
        if (header?.size) assert.deepEqual(header.size, whole.size, `${whole.type}, ${length} bytes`)
      }
    }
  })
})
