import { posix } from 'node:path'
import { type NumberShape, shapeOfBuiltIn, shapeOfCode, unescapeText } from './cell-text.ts'
import { XlsxRefusal } from './refusal.ts'
import { attributeOf, readXml } from './xml.ts'
import type { ZipParts } from './zip-parts.ts'

/** Sheets, styles and relations; Excel has at most 65,490 styles. */
const maxItems = 70_000
/** Excel allows 31 characters. */
const maxNameLength = 100

/** Where the parts of a workbook are, and how its cells are to be read. */
export interface Workbook {
  /** The first sheet that is not hidden. */
  sheet: { name: string; part: string }
  /** Sheets that are not hidden. */
  sheetCount: number
  is1904: boolean
  sharedStrings?: string
  /** How each style of a cell shows numbers. */
  shapes: readonly NumberShape[]
}

interface Relation {
  /** The last word of its type: the ISO variant of the format has other addresses. */
  type: string
  part: string
}

/** Reads what a file holds. @throws {XlsxRefusal} */
export async function readWorkbook(zip: ZipParts): Promise<Workbook> {
  const main = [...(await readRelations(zip, '')).values()].find(({ type }) => type === 'officeDocument')
  const relations = main && /\.xml$/i.test(main.part) ? await readRelations(zip, main.part) : undefined
  // Documents of other programs are ZIP files as well.
  if (!main || ![...(relations?.values() ?? [])].some(({ type }) => type.endsWith('sheet')))
    throw new XlsxRefusal('import_file_kind', 'no workbook')
  const sheets: Workbook['sheet'][] = []
  let is1904 = false
  await readXml(zip.read(main.part), 'workbook', {
    open(name, attributes, depth) {
      if (name === 'workbookPr' && depth === 1) is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || depth !== 2) return
      const relation = relations?.get(attributeOf(attributes, 'id') ?? '')
      if (relation?.type === 'worksheet' && !/hidden/i.test(attributes.state ?? ''))
        keep(sheets, {
          name: unescapeText((attributes.name ?? '').slice(0, maxNameLength)),
          part: relation.part,
        })
    },
  })
  const [sheet] = sheets
  if (!sheet) throw new XlsxRefusal('import_no_sheet', 'no visible sheet')
  const find = (type: string) => [...(relations?.values() ?? [])].find((one) => one.type === type)?.part
  const [sharedStrings, styles] = [find('sharedStrings'), find('styles')]
  return {
    ...{ sheet, sheetCount: sheets.length, is1904 },
    ...(sharedStrings !== undefined && { sharedStrings }),
    shapes: styles === undefined ? [] : await readShapes(zip, styles),
  }
}

/** The relations of a part (`''` is the file itself), by their ids; none when it has none. */
async function readRelations(zip: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part)
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations = new Map<string, Relation>()
  if (!zip.has(file)) return relations
  await readXml(zip.read(file), 'Relationships', {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      if (relations.size >= maxItems) throw tooMany()
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.set(Id, { type: posix.basename(Type), part: target })
    },
  })
  return relations
}

async function readShapes(zip: ZipParts, part: string): Promise<NumberShape[]> {
  const own = new Map<number, NumberShape>()
  const shapes: NumberShape[] = []
  let isInCells = false
  await readXml(zip.read(part), 'styleSheet', {
    open(name, { numFmtId = '0', formatCode = '' }, depth) {
      if (depth === 1) isInCells = name === 'cellXfs'
      if (depth !== 2) return
      const id = Number(numFmtId)
      if (name === 'numFmt') {
        if (own.size >= maxItems) throw tooMany()
        // Excel allows 255 characters.
        own.set(id, shapeOfCode(formatCode.slice(0, 1_000)))
      }
      if (name === 'xf' && isInCells) keep(shapes, own.get(id) ?? shapeOfBuiltIn(id))
    },
  })
  return shapes
}

function keep<T>(list: T[], item: T): void {
  if (list.push(item) > maxItems) throw tooMany()
}

const tooMany = () => new XlsxRefusal('import_damaged', `more than ${maxItems} of one thing`)
