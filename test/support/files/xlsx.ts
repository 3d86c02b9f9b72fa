// Builds ZIP and XLSX files, also such as no program writes.
import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a ZIP file, with what its headers say when that is not the truth. */
interface ZipPart {
  name: string
  content: string | Buffer
  isStored?: boolean
  claims?: { size?: number; crc?: number; flags?: number }
}

/** A ZIP file with these parts. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isStored = false, claims = {} } of parts) {
    const plain = Buffer.from(content)
    const packed = isStored ? plain : deflateRawSync(plain)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(claims.flags ?? 0x800, 2)
    common.writeUInt16LE(isStored ? 0 : 8, 4)
    common.writeUInt32LE(claims.crc ?? crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claims.size ?? plain.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name))
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end])
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

interface XlsxOptions {
  /** Rows of the first sheet in XML: what is in `sheetData`. */
  data?: string
  /** The whole first sheet, instead of `data`. */
  sheet?: string
  /** Texts of the cells with `t="s"`, in XML; none means that the file has no such part. */
  strings?: string[]
  /** Number formats of the styles 1, 2 and so on. */
  formats?: string[]
  is1904?: boolean
  sheetNames?: string[]
  /** Which sheets are hidden, by their places. */
  hidden?: number[]
  /** Further parts, or others in place of those of the same name. */
  parts?: ZipPart[]
}

/** An XLSX file. */
export function xlsxOf({
  data = '',
  sheet = `${head}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  strings,
  formats = [],
  is1904 = false,
  sheetNames = ['Sheet1'],
  hidden = [],
  parts = [],
}: XlsxOptions = {}): Buffer {
  const sheets = sheetNames.map(
    (name, place) =>
      `<sheet name="${name}" sheetId="${place + 1}" r:id="rId${place + 1}"${hidden.includes(place) ? ' state="hidden"' : ''}/>`,
  )
  const relations = sheetNames.map(
    (_, place) =>
      `<Relationship Id="rId${place + 1}" Type="${office}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
  )
  const codes = formats.map(
    (code, place) => `<numFmt numFmtId="${164 + place}" formatCode="${escapeXml(code)}"/>`,
  )
  const styles = formats.map((_, place) => `<xf numFmtId="${164 + place}"/>`)
  const all: ZipPart[] = [
    {
      name: '_rels/.rels',
      content: `${head}<Relationships><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships>${relations.join('')}<Relationship Id="s" Type="${office}/styles" Target="/xl/styles.xml"/>${
        strings ? `<Relationship Id="t" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>` : ''
      }</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${head}<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    },
    ...(strings
      ? [
          {
            name: 'xl/sharedStrings.xml',
            content: `${head}<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
          },
        ]
      : []),
    ...sheetNames.map((_, place) => ({
      name: `xl/worksheets/sheet${place + 1}.xml`,
      content: place === 0 ? sheet : `${head}<worksheet><sheetData/></worksheet>`,
    })),
  ]
  const kept = all.filter(({ name }) => parts.every((part) => part.name !== name))
  return zipOf([...kept, ...parts])
}

/** Rows of text cells in XML, as inline strings, or as shared ones of which the texts go to `shared`. */
export function rowsOf(rows: readonly (readonly string[])[], shared?: string[]): string {
  return rows
    .map((cells, row) => {
      const written = cells.map((cell, place) => {
        const reference = `${columnName(place)}${row + 1}`
        const text = `<t xml:space="preserve">${escapeXml(cell)}</t>`
        if (cell === '') return ''
        if (!shared) return `<c r="${reference}" t="inlineStr"><is>${text}</is></c>`
        return `<c r="${reference}" t="s"><v>${shared.push(text) - 1}</v></c>`
      })
      return `<row r="${row + 1}">${written.join('')}</row>`
    })
    .join('')
}

const columnName = (place: number): string =>
  place < 26
    ? String.fromCharCode(65 + place)
    : columnName(Math.floor(place / 26) - 1) + columnName(place % 26)

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
