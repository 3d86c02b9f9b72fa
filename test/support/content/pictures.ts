/** A GIF of one frame, which may exceed its logical screen. */
export function createGif({ screen, frame }: { screen: [number, number]; frame: [number, number] }): Buffer {
  const bytes = Buffer.alloc(35)
  bytes.write('GIF89a', 'latin1')
  bytes.writeUInt16LE(screen[0], 6)
  bytes.writeUInt16LE(screen[1], 8)
  // Two colours: black and white.
  bytes[10] = 0x80
  bytes.fill(0xff, 16, 19)
  bytes[19] = 0x2c
  bytes.writeUInt16LE(frame[0], 24)
  bytes.writeUInt16LE(frame[1], 26)
  Buffer.from([2, 2, 0x44, 1, 0, 0x3b]).copy(bytes, 29)
  return bytes
}

/** An AVIF with a second `ispe` box after its first 100 kB. */
export function appendIspe(avif: Buffer, width: number, height: number): Buffer {
  const box = Buffer.alloc(20)
  box.writeUInt32BE(20, 0)
  box.write('ispe', 4, 'latin1')
  box.writeUInt32BE(width, 12)
  box.writeUInt32BE(height, 16)
  const free = Buffer.alloc(100_000)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  return Buffer.concat([avif, free, box])
}
