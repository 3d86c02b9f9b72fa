import { crc32 } from 'node:zlib'

// The length of the signature and of the IHDR chunk, after which the new chunk is inserted.
const pngHeaderLength = 8 + 25

/** Puts a credential into a PNG as Open Badges 3.0 §5.3.1 says: an iTXt chunk, not compressed. */
export function bakePng(png: Uint8Array, credential: object): Buffer {
  // The keyword, then no compression, no language and no translated keyword.
  const head = Buffer.from('iTXtopenbadgecredential\0\0\0\0\0', 'latin1')
  const body = Buffer.concat([head, Buffer.from(JSON.stringify(credential))])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, pngHeaderLength), length, body, check, png.subarray(pngHeaderLength)])
}

/** Puts a credential into an SVG as Open Badges 3.0 §5.3.2 says: as the first element of the drawing. */
export function bakeSvg(svg: string, credential: object): string {
  // Escaped as JSON, so that nothing in it looks like markup.
  const json = JSON.stringify(credential).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
  return svg.replace(
    /<svg\b[^>]*/,
    (tag) =>
      `${tag} xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><openbadges:credential><![CDATA[${json}]]></openbadges:credential`,
  )
}
