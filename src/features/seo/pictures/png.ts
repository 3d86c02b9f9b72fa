import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const largestPalette = 256
const cellCount = 32 ** 3 * 8

interface Picture {
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel, row by row. */
  pixels: Uint8ClampedArray
}

/** A palette, and for every pixel the index of its colour. */
interface Indexed {
  palette: number[][]
  indexes: Uint8Array
}

// Five bits per channel and three for opacity: finer steps are invisible and would give thousands of colours.
const cellOf = (red: number, green: number, blue: number, opacity: number) =>
  ((opacity >> 5) << 15) | ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)

/** Reduces a picture to its 256 most frequent colours; replaces the others by the nearest of these. */
function indexColours({ pixels, width, height }: Picture): Indexed {
  const cells = new Uint32Array(width * height)
  const counts = new Uint32Array(cellCount)
  const reds = new Uint32Array(cellCount)
  const greens = new Uint32Array(cellCount)
  const blues = new Uint32Array(cellCount)
  const opacities = new Uint32Array(cellCount)
  const add = (sums: Uint32Array, cell: number, value: number) => {
    sums[cell] = (sums[cell] ?? 0) + value
  }
  for (let pixel = 0, at = 0; pixel < cells.length; pixel++, at += 4) {
    const red = pixels[at] ?? 0
    const green = pixels[at + 1] ?? 0
    const blue = pixels[at + 2] ?? 0
    const opacity = pixels[at + 3] ?? 0
    const cell = cellOf(red, green, blue, opacity)
    cells[pixel] = cell
    add(counts, cell, 1)
    add(reds, cell, red)
    add(greens, cell, green)
    add(blues, cell, blue)
    add(opacities, cell, opacity)
  }
  const countOf = (cell: number) => counts[cell] ?? 0
  const colourOf = (cell: number) =>
    [reds, greens, blues, opacities].map((sums) => Math.round((sums[cell] ?? 0) / countOf(cell)))
  const used = Array.from({ length: cellCount }, (_, cell) => cell)
    .filter((cell) => countOf(cell) > 0)
    .sort((a, b) => countOf(b) - countOf(a))
  const palette = used.slice(0, largestPalette).map(colourOf)
  const places = new Uint8Array(cellCount)
  for (const [rank, cell] of used.entries()) {
    places[cell] = rank < largestPalette ? rank : findNearest(palette, colourOf(cell))
  }
  const indexes = new Uint8Array(cells.length)
  for (let pixel = 0; pixel < cells.length; pixel++) indexes[pixel] = places[cells[pixel] ?? 0] ?? 0
  return { palette, indexes }
}

function findNearest(palette: readonly number[][], colour: readonly number[]): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [place, candidate] of palette.entries()) {
    const distance = candidate.reduce((sum, value, channel) => sum + (value - (colour[channel] ?? 0)) ** 2, 0)
    if (distance < least) {
      least = distance
      nearest = place
    }
  }
  return nearest
}

const opacityOf = ([, , , opacity = 255]: number[]) => opacity
const isOpaque = (colour: number[]) => opacityOf(colour) === 255

function writeChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/**
 * Encodes a picture as a PNG of at most 256 colours (PNG, third edition, §11). Our pictures have few colours: the file is
 * a third of the size of full colour, which some services refuse, and looks the same.
 */
export async function encodePng(picture: Picture): Promise<Buffer> {
  const { width, height } = picture
  const { palette, indexes } = indexColours(picture)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per pixel, with a palette.
  header.set([8, 3], 8)
  // Every row begins with its filter type: none, since filters do not help with palette indexes.
  const rows = Buffer.alloc(height * (width + 1))
  for (let row = 0; row < height; row++) {
    rows.set(indexes.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  // The best level takes seven times as long and saves 2 %.
  const data = await compress(rows, { level: 6 })
  return Buffer.concat([
    signature,
    writeChunk('IHDR', header),
    writeChunk('PLTE', Uint8Array.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    ...(palette.every(isOpaque) ? [] : [writeChunk('tRNS', Uint8Array.from(palette.map(opacityOf)))]),
    writeChunk('IDAT', data),
    writeChunk('IEND', new Uint8Array()),
  ])
}
