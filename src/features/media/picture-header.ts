import type { PictureType } from './contract.ts'

/** The type of a file by its first bytes. `size` is undefined when they do not contain it. */
export interface PictureHeader {
  type: PictureType | 'image/svg+xml'
  size: { width: number; height: number } | undefined
  isAnimated: boolean
}

type Size = PictureHeader['size']

/**
 * Reads type, size and animation of a picture from its file, before anything is decoded. Undefined when it is no picture or
 * one that cannot be decoded here.
 */
export function readPictureHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 16) return
  if (bytes.readUInt32BE(0) === 0x89504e47) return readPng(bytes)
  if (bytes.readUInt16BE(0) === 0xffd8)
    return { type: 'image/jpeg', size: sizeOfJpeg(bytes), isAnimated: false }
  const start = bytes.toString('latin1', 0, 16)
  if (/^GIF8[79]a/.test(start)) return readGif(bytes)
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return readWebp(bytes)
  if (/^.{4}ftypavi[fs]/s.test(start)) return readAvif(bytes, start)
  const text = bytes.toString('utf8', 0, 4096)
  if (
    /^\uFEFF?\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(text) &&
    /<svg[\s>]/i.test(bytes.toString('utf8'))
  ) {
    return { type: 'image/svg+xml', size: undefined, isAnimated: false }
  }
  return
}

function readPng(bytes: Buffer): PictureHeader {
  const size =
    bytes.length >= 24 ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined
  let isAnimated = false
  // Chunks up to the first of the picture itself; an animation's control chunk stands before it.
  for (let at = 8, chunks = 0; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at), chunks += 1) {
    // No real picture has so many; a malicious one may.
    if (chunks > 10_000) return { type: 'image/png', size: undefined, isAnimated }
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') isAnimated = true
    if (name === 'IDAT') break
  }
  return { type: 'image/png', size, isAnimated }
}

function sizeOfJpeg(bytes: Buffer): Size {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    // Start of frame, of whatever coding; C4, C8 and CC are tables.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return
}

function readGif(bytes: Buffer): PictureHeader {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  let frames = 0
  const includeFrame = (from: number) => {
    if (from + 9 > bytes.length) return
    // Decoders enlarge the canvas to the size of its frames.
    size.width = Math.max(size.width, bytes.readUInt16LE(from + 1) + bytes.readUInt16LE(from + 5))
    size.height = Math.max(size.height, bytes.readUInt16LE(from + 3) + bytes.readUInt16LE(from + 7))
  }
  const skipBlocks = (from: number) => {
    let next = from
    while (next < bytes.length && bytes[next] !== 0) next += 1 + (bytes[next] ?? 0)
    return next + 1
  }
  const tableAfter = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let at = 13 + tableAfter(bytes[10] ?? 0)
  while (at < bytes.length && frames < 2) {
    if (bytes[at] === 0x21) at = skipBlocks(at + 2)
    else if (bytes[at] === 0x2c) {
      frames += 1
      includeFrame(at)
      at = skipBlocks(at + 11 + tableAfter(bytes[at + 9] ?? 0))
    } else break
  }
  return { type: 'image/gif', size, isAnimated: frames > 1 }
}

function readWebp(bytes: Buffer): PictureHeader {
  const header: PictureHeader = { type: 'image/webp', size: undefined, isAnimated: false }
  // The canvas and the picture on it are chunks of their own, each with a size.
  for (let at = 12, chunks = 0; at + 18 <= bytes.length && chunks < 1_000; chunks += 1) {
    const kind = bytes.toString('latin1', at, at + 4)
    if (kind === 'VP8X') header.isAnimated ||= ((bytes[at + 8] ?? 0) & 2) !== 0
    header.size = largerOf(header.size, sizeOfWebpChunk(bytes, kind, at + 8))
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return header
}

function sizeOfWebpChunk(bytes: Buffer, kind: string, at: number): Size {
  if (kind === 'VP8X')
    return { width: bytes.readUIntLE(at + 4, 3) + 1, height: bytes.readUIntLE(at + 7, 3) + 1 }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(at + 1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff }
  return
}

function readAvif(bytes: Buffer, start: string): PictureHeader {
  const isAnimated = start.startsWith('avis', 8)
  let size: Size
  let count = 0
  // The decoder uses the largest of all sizes that the parts of the file declare.
  for (
    let at = bytes.indexOf('ispe');
    at >= 0 && at + 16 <= bytes.length;
    at = bytes.indexOf('ispe', at + 4)
  ) {
    count += 1
    // A picture has one for each of its parts; thousands can only be malicious.
    if (count > 1_000) return { type: 'image/avif', size: undefined, isAnimated }
    size = largerOf(size, { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) })
  }
  return { type: 'image/avif', size, isAnimated }
}

function largerOf(one: Size, other: Size): Size {
  if (!one || !other) return one ?? other
  return one.width * one.height >= other.width * other.height ? one : other
}
