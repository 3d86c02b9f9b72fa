/** A line of a read file: its number in the file, counted from 1, and its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** The limits of a file. */
export interface CsvLimits {
  /** Lines that are not empty, the first included. */
  rows: number
  /** Cells of a line. */
  columns: number
  /** Characters of a cell. */
  cellLength: number
}

const unlimited: CsvLimits = { rows: Infinity, columns: Infinity, cellLength: Infinity }

/** A file exceeds a limit. */
export class CsvLimitError extends Error {
  readonly limit: keyof CsvLimits
  readonly line: number

  constructor(limit: keyof CsvLimits, line: number) {
    super(`line ${line} exceeds the limit on ${limit}`)
    this.name = 'CsvLimitError'
    this.limit = limit
    this.line = line
  }
}

/** After how many characters reading pauses. */
const pauseEvery = 128 * 1024

/**
 * Reads a CSV file (RFC 4180; LF is enough, and what follows a closing quote is kept). Empty lines are left out.
 * Between lines, after `pauseEvery` characters, it yields `undefined`, so that the caller can let other requests run.
 * @throws {CsvLimitError}
 */
export function* scanCsv(
  text: string,
  separator: string,
  limits: CsvLimits = unlimited,
): Generator<CsvLine | undefined, undefined> {
  let at = 0
  let line = 1
  let rows = 0
  let nextPause = pauseEvery
  while (at < text.length) {
    const first = line
    const cells: string[] = []
    for (;;) {
      const cell = readCell(text, at, separator)
      if (cell.text.length > limits.cellLength) throw new CsvLimitError('cellLength', first)
      if (cells.push(cell.text) > limits.columns) throw new CsvLimitError('columns', first)
      line += cell.lineEnds
      at = cell.end
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    line++
    if (cells.some((cell) => cell.trim() !== '')) {
      if (++rows > limits.rows) throw new CsvLimitError('rows', first)
      yield { line: first, cells }
    }
    if (at < nextPause) continue
    nextPause = at + pauseEvery
    yield undefined
  }
}

/** Reads the cell that begins at `start`: its text, its end, and the number of line ends inside its quotes. */
function readCell(text: string, start: number, separator: string) {
  let at = start
  let quoted = ''
  let lineEnds = 0
  if (text[at] === '"') {
    at++
    for (;;) {
      const quote = text.indexOf('"', at)
      const end = quote === -1 ? text.length : quote
      quoted += text.slice(at, end)
      at = end + 1
      if (text[at] !== '"') break
      quoted += '"'
      at++
    }
    lineEnds = quoted.split('\n').length - 1
  }
  const bare = at
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return { text: quoted + text.slice(bare, at), end: at, lineEnds }
}

/** Reads a whole CSV file at once; for small files only. */
export function readCsv(text: string, separator: string): CsvLine[] {
  return [...scanCsv(text, separator)].filter((line) => line !== undefined)
}

/** How many characters are read to guess the separator. */
const guessedBy = 64 * 1024

/** The separator that occurs most often in the first line of a file. */
export function guessSeparator(text: string): string {
  const [first = ''] = text.slice(0, guessedBy).split(/\r?\n|\r/, 1)
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
