import type { TilePlace } from '#features/ledger/tree/tiles.ts'
import { tileWidth } from '#features/ledger/tree/tiles.ts'

/** What a path below `/ledger/tile/` asks for: hashes of a level, or entries. `width` is 256 for what is complete. */
export interface TileRequest extends Omit<TilePlace, 'level'> {
  level: number | 'entries'
  width: number
}

const form = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Reads a path of C2SP tlog-tiles, such as `0/x001/x234/067` or `entries/000.p/12`; undefined for any other. */
export function readTilePath(path: string): TileRequest | undefined {
  const [, level, higher = '', last = '', partial] = form.exec(path) ?? []
  if (level === undefined) return undefined
  const index = Number(higher.replaceAll(/[x/]/g, '') + last)
  const width = partial === undefined ? tileWidth : Number(partial)
  const isPlain = !higher.startsWith('x000/') && Number.isSafeInteger(index * tileWidth)
  const isKnown = partial === undefined || width < tileWidth
  if (!isPlain || !isKnown || Number(level) > 63) return undefined
  return { level: level === 'entries' ? 'entries' : Number(level), index, width }
}
