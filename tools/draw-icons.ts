// Draws the icons of browsers and home screens from the seal. Run it by hand after changing the seal or the colours;
// the results in src/features/seo/icons/ are kept in the repository.
import { writeFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import { drawSeal } from '#features/seo/pictures/engraving.ts'
import { palette } from '#features/seo/pictures/palette.ts'
import { encodePng } from '#features/seo/pictures/png.ts'

/** The seal on paper, so large that a mask of any shape leaves it whole (a circle of four fifths of the width). */
async function drawIcon(size: number): Promise<Buffer> {
  const context = createCanvas(size, size).getContext('2d')
  context.fillStyle = palette.paper
  context.fillRect(0, 0, size, size)
  drawSeal(context, { x: size / 2, y: size / 2, scale: (size * 0.39) / 96, plain: size < 300 })
  return encodePng({ width: size, height: size, pixels: context.getImageData(0, 0, size, size).data })
}

/** The plain seal alone on nothing, as an ICO file that holds one PNG. */
async function drawFavicon(size: number): Promise<Buffer> {
  const canvas = createCanvas(size, size)
  drawSeal(canvas.getContext('2d'), { x: size / 2, y: size / 2, scale: size / 192, plain: true })
  const png = await canvas.encode('png')
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.set([size, size, 0, 0, 1, 0, 32, 0], 6)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const files = {
  'favicon.ico': await drawFavicon(48),
  'apple-touch-icon.png': await drawIcon(180),
  'icon-192.png': await drawIcon(192),
  'icon-512.png': await drawIcon(512),
}
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(new URL(`../src/features/seo/icons/${name}`, import.meta.url), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}
