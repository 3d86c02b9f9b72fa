import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { encodePng } from './png.ts'

test('a picture of many shades looks the same after decoding', async () => {
  const paper = [242, 238, 227]
  const inks = [
    [15, 47, 41],
    [189, 50, 23],
    [168, 188, 174],
  ]
  const [width, height] = [256, inks.length]
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (const [row, ink] of inks.entries()) {
    for (let x = 0; x < width; x++) {
      const shade = paper.map((value, channel) => value + ((ink[channel] ?? 0) - value) * (x / (width - 1)))
      pixels.set([...shade, 255], (row * width + x) * 4)
    }
  }
  const image = await loadImage(await encodePng({ width, height, pixels }))
  assert.deepEqual([image.width, image.height], [width, height])
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const read = context.getImageData(0, 0, width, height).data
  const furthest = pixels.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (read[index] ?? 0))),
    0,
  )
  assert.ok(furthest <= 8, `a colour is ${furthest} away`)
})

test('a picture of few colours keeps them exactly', async () => {
  const pixels = new Uint8ClampedArray([242, 238, 227, 255, 15, 47, 41, 255])
  const context = createCanvas(2, 1).getContext('2d')
  context.drawImage(await loadImage(await encodePng({ width: 2, height: 1, pixels })), 0, 0)
  assert.deepEqual([...context.getImageData(0, 0, 2, 1).data], [...pixels])
})

test('a picture keeps transparent and translucent pixels', async () => {
  const pixels = new Uint8ClampedArray([0, 0, 0, 0, 189, 50, 23, 255, 15, 47, 41, 128])
  const context = createCanvas(3, 1).getContext('2d')
  context.drawImage(await loadImage(await encodePng({ width: 3, height: 1, pixels })), 0, 0)
  const read = [...context.getImageData(0, 0, 3, 1).data]
  assert.deepEqual(
    read.filter((_, index) => index % 4 === 3),
    [0, 255, 128],
  )
  assert.deepEqual(read.slice(4, 8), [...pixels.slice(4, 8)])
})
