import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'
import { VerificationError } from '#features/badges/site/parts/proof/verification-error.ts'

/** The largest accepted file; a picture of a badge has some hundred kilobytes. */
export const fileLimit = 5 * 1024 * 1024

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const keyword = 'openbadgecredential\0'

/** The credential in a file: plain JSON, or a PNG or SVG that it was baked into. */
export async function readCredential(file: Blob): Promise<Json> {
  if (file.size > fileLimit) throw new VerificationError('failed', 'too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isPng = pngMark.every((byte, index) => bytes[index] === byte)
  const text = isPng ? findInPng(bytes) : new TextDecoder().decode(bytes).trim()
  if (text === undefined) throw new VerificationError('failed', 'no_badge_in_file')
  const json = text.startsWith('<') ? findInSvg(text) : text
  if (json === undefined) throw new VerificationError('failed', 'no_badge_in_file')
  try {
    const document: unknown = JSON.parse(json)
    if (isJson(document)) return document
  } catch {
    // Not JSON at all.
  }
  throw new VerificationError('failed', 'not_credential')
}

/** The text of a PNG's iTXt chunk for badges. */
function findInPng(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const chunk = bytes.subarray(at + 4, at + 8 + length)
    const head = new TextDecoder('latin1').decode(chunk.subarray(0, 4 + keyword.length))
    if (head === `iTXt${keyword}`) {
      // Two bytes about compression, which badges do not use, then a language and a translated keyword.
      const rest = chunk.subarray(4 + keyword.length + 2)
      const first = rest.indexOf(0)
      const second = rest.indexOf(0, first + 1)
      if (first >= 0 && second >= 0) return new TextDecoder().decode(rest.subarray(second + 1)).trim()
    }
    at += 12 + length
  }
  return undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The credential in an SVG, as the text of its own element. A pattern is enough: the result counts only if its signature
 * is valid, and nothing of the file is put into the page.
 */
function findInSvg(svg: string): string | undefined {
  const [, text] = /<openbadges:credential\b[^>]*>([\s\S]*?)<\/openbadges:credential>/.exec(svg) ?? []
  if (text === undefined) return undefined
  const [, raw] = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(text) ?? []
  if (raw !== undefined) return raw.replaceAll(']]]]><![CDATA[>', ']]>').trim()
  return text
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name] ?? whole
      return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(decimal ?? hex, decimal ? 10 : 16)))
    })
    .trim()
}
