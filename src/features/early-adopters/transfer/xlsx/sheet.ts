import { CsvLimitError, type CsvLimits } from '#shared/files/csv-lines.ts'
import { type NumberShape, unescapeText, writeIsoDate, writeNumber } from './cell-text.ts'
import { XlsxRefusal } from './refusal.ts'
import { createTextReader, type SharedStrings } from './shared-strings.ts'
import { readXml, type XmlHandler } from './xml.ts'

/** The last row and the last column that Excel has. */
const [lastRow, lastColumn] = [1_048_576, 16_384]

interface SheetOptions {
  strings: SharedStrings | undefined
  /** How each style shows numbers. */
  shapes: readonly NumberShape[]
  is1904: boolean
  limits: CsvLimits
  /** Receives each row that is not empty, with its number in the sheet. */
  onRow(line: number, cells: readonly string[]): void
}

/**
 * Reads the rows of a sheet one after the other, with the same limits as a CSV file.
 * @throws {XlsxRefusal}
 * @throws {CsvLimitError}
 */
export async function readSheet(chunks: AsyncIterable<Uint8Array>, options: SheetOptions): Promise<void> {
  await readXml(chunks, 'worksheet', createSheetReader(options))
}

function createSheetReader(options: SheetOptions): XmlHandler {
  const { limits } = options
  const inline = createTextReader(limits.cellLength)
  let [line, column, rows] = [0, 0, 0]
  let cells: string[] = []
  let [isInData, isInValue] = [false, false]
  // Of the cell.
  let [type, style, value] = ['', 0, '']
  let inlineText: string | undefined

  function beginRow(number: string | undefined): void {
    const named = number === undefined ? line + 1 : Number(number)
    if (!Number.isInteger(named) || named <= line || named > lastRow) damaged(`row ${number}`)
    line = named
    column = 0
    cells = []
  }

  function beginCell(attributes: Record<string, string>): void {
    column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
    type = attributes.t ?? 'n'
    style = Number(attributes.s ?? 0)
    value = ''
    inlineText = undefined
  }

  function endCell(): void {
    const text = inlineText ?? readCell({ ...options, type, style, value })
    if (text === '') return
    if (text.length > limits.cellLength) throw new CsvLimitError('cellLength', line)
    if (column > limits.columns) throw new CsvLimitError('columns', line)
    while (cells.length < column) cells.push('')
    cells[column - 1] = text
  }

  function endRow(): void {
    if (cells.every((cell) => cell.trim() === '')) return
    if (++rows > limits.rows) throw new CsvLimitError('rows', line)
    options.onRow(line, cells)
  }

  return {
    open(name, attributes, depth) {
      if (depth === 1) isInData = name === 'sheetData'
      if (!isInData) return
      if (depth === 2 && name === 'row') beginRow(attributes.r)
      if (depth === 3 && name === 'c') beginCell(attributes)
      if (depth === 4) isInValue = name === 'v'
      if (depth === 4 && name === 'is') inline.begin()
      if (depth > 4) inline.open(name)
    },
    text(piece) {
      if (isInValue && value.length <= limits.cellLength) value += piece
      else inline.text(piece)
    },
    close(name, depth) {
      if (!isInData) return
      if (depth > 4) inline.close(name)
      if (depth === 4) isInValue = false
      if (depth === 4 && name === 'is') inlineText = inline.end()
      if (depth === 3 && name === 'c') endCell()
      if (depth === 2 && name === 'row') endRow()
      if (depth === 1) isInData = false
    },
  }
}

interface Cell extends Pick<SheetOptions, 'strings' | 'shapes' | 'is1904'> {
  type: string
  style: number
  value: string
}

/** The text of a cell. One with an error is empty, so that `#N/A` is nobody's name. */
function readCell({ strings, shapes, is1904, type, style, value }: Cell): string {
  if (value === '' || type === 'e') return ''
  if (type === 's') return strings?.get(Number(value)) ?? damaged(`shared string ${value}`)
  if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false'
  if (type === 'd') return writeIsoDate(value)
  return type === 'n' ? writeNumber(value, shapes[style] ?? 'plain', is1904) : unescapeText(value)
}

/** The number of a column, from 1: of `AB12` it is 28. */
function columnOf(reference: string): number {
  const [, letters = ''] = /^\$?([A-Za-z]{1,3})\$?\d{1,7}$/.exec(reference) ?? []
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  if (column === 0 || column > lastColumn) damaged(`cell ${reference}`)
  return column
}

function damaged(reason: string): never {
  throw new XlsxRefusal('import_damaged', `not a regular sheet: ${reason}`)
}
