/** Reading and changing OpenType files (OpenType 1.9.1, «otff», «name» and «cmap»). */

interface Table {
  tag: string
  data: Buffer
}

function readTables(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16
    const offset = font.readUInt32BE(entry + 8)
    return {
      tag: font.toString('latin1', entry, entry + 4),
      data: font.subarray(offset, offset + font.readUInt32BE(entry + 12)),
    }
  })
}

function checksum(data: Buffer): number {
  let sum = 0
  for (let at = 0; at + 4 <= data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0
  return sum
}

function writeTables(version: number, tables: Table[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16)
  const power = Math.floor(Math.log2(tables.length))
  head.writeUInt32BE(version, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(tables.length * 16 - 16 * 2 ** power, 10)
  const parts = [head]
  let offset = head.length
  for (const [index, { tag, data }] of tables.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    const entry = 12 + index * 16
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum(padded), entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

interface Name {
  id: number
  text: Buffer
}

/** What a name table says in English for Windows. */
function readNames(table: Buffer): Name[] {
  const texts = table.readUInt16BE(4)
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => 6 + index * 12)
    .filter((at) => table.readUInt16BE(at) === 3 && table.readUInt16BE(at + 4) === 0x409)
    .map((at) => {
      const start = texts + table.readUInt16BE(at + 10)
      return {
        id: table.readUInt16BE(at + 6),
        text: table.subarray(start, start + table.readUInt16BE(at + 8)),
      }
    })
}

/** A name table in English for Windows. */
function writeNames(names: Name[]): Buffer {
  const sorted = names.toSorted((one, other) => one.id - other.id)
  const head = Buffer.alloc(6 + sorted.length * 12)
  head.writeUInt16BE(sorted.length, 2)
  head.writeUInt16BE(head.length, 4)
  let offset = 0
  for (const [index, { id, text }] of sorted.entries()) {
    for (const [place, value] of [3, 1, 0x409, id, text.length, offset].entries())
      head.writeUInt16BE(value, 6 + index * 12 + place * 2)
    offset += text.length
  }
  return Buffer.concat([head, ...sorted.map(({ text }) => text)])
}

// Every name of a family, of one of its styles, or made of one.
const familyNames = new Set([1, 2, 3, 4, 6, 16, 17, 18, 20, 21, 22, 25])

interface RenameOptions {
  /** Keeps what else the font says of itself: who made it, and under which licence. */
  keepNotices?: boolean
}

/** The font under another family name, so that no other font can be taken for it. */
export function renameFamily(
  font: Buffer,
  family: string,
  { keepNotices = false }: RenameOptions = {},
): Buffer {
  const plain = family.replaceAll(' ', '')
  const names: [number, string][] = [
    [1, family],
    [2, 'Regular'],
    ...(keepNotices ? [[3, plain] satisfies [number, string]] : []),
    [4, family],
    [6, plain],
  ]
  const own = names.map(([id, text]) => ({ id, text: Buffer.from(text, 'utf16le').swap16() }))
  const tables = readTables(font).map(({ tag, data }) => {
    if (tag !== 'name') return { tag, data }
    const kept = keepNotices ? readNames(data).filter(({ id }) => !familyNames.has(id)) : []
    return { tag, data: writeNames([...own, ...kept]) }
  })
  return writeTables(font.readUInt32BE(0), tables)
}

/** The texts of a font's name table, in English, by their number. */
export function readFontNames(font: Buffer): Map<number, string> {
  const table = readTables(font).find(({ tag }) => tag === 'name')?.data
  const names = table ? readNames(table) : []
  return new Map(names.map(({ id, text }) => [id, Buffer.from(text).swap16().toString('utf16le')]))
}

/** The code points that a font has glyphs for. Only formats 4 and 12 are read, which is what all fonts of today have. */
export function readCoverage(font: Buffer): Set<number> {
  const covered = new Set<number>()
  const cmap = readTables(font).find(({ tag }) => tag === 'cmap')?.data
  if (!cmap) return covered
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const platform = cmap.readUInt16BE(4 + index * 8)
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8))
    const format = table.readUInt16BE(0)
    if (platform !== 0 && platform !== 3) continue
    if (format === 4) addSegments(covered, table)
    if (format === 12) addGroups(covered, table)
  }
  return covered
}

function addSegments(covered: Set<number>, table: Buffer): void {
  const size = table.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const end = table.readUInt16BE(14 + at)
    const start = table.readUInt16BE(16 + size + at)
    const delta = table.readUInt16BE(16 + size * 2 + at)
    const rangeAt = 16 + size * 3 + at
    const range = table.readUInt16BE(rangeAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code + delta : table.readUInt16BE(rangeAt + range + (code - start) * 2)
      if (glyph & 0xffff) covered.add(code)
    }
  }
}

function addGroups(covered: Set<number>, table: Buffer): void {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const end = table.readUInt32BE(20 + group * 12)
    for (let code = table.readUInt32BE(16 + group * 12); code <= end; code++) covered.add(code)
  }
}
