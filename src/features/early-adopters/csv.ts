/** What makes a spreadsheet read a cell as a formula (OWASP, CSV injection), in both widths. */
const formula = /[=+\-@\t\r＝＋－＠]/u.source
// Also behind what another spreadsheet takes for the end of a cell. The apostrophes that are there already are kept
// apart from ours, so that reading the file again gives back what was written.
const begins = '(?<=^|[,;\\t|])'
const dangerous = new RegExp(`${begins}('*)(?=${formula})`, 'gu')
const disarmed = new RegExp(`${begins}'('*)(?=${formula})`, 'gu')

/** Puts an apostrophe before whatever a spreadsheet would run. */
export const disarm = (text: string): string => text.replace(dangerous, "'$1")

/** Undoes `disarm`. */
export const rearm = (text: string): string => text.replace(disarmed, '$1')

/** One line of a CSV file (RFC 4180), with CRLF. */
export function writeCsvLine(cells: readonly string[], separator: ',' | ';'): string {
  const written = cells.map((cell) =>
    /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${written.join(separator)}\r\n`
}

/** A line of a read file: its number in the file, counted from 1, and its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** Reads a CSV file (RFC 4180; LF is enough, and what follows a closing quote is kept). Empty lines are left out. */
export function* readCsv(text: string, separator: string): Generator<CsvLine, undefined> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const first = line
    const cells: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        at++
        for (;;) {
          const quote = text.indexOf('"', at)
          const end = quote === -1 ? text.length : quote
          cell += text.slice(at, end)
          at = end + 1
          if (text[at] !== '"') break
          cell += '"'
          at++
        }
        line += cell.split('\n').length - 1
      }
      const start = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
      cells.push(cell + text.slice(start, at))
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    line++
    if (cells.some((cell) => cell.trim() !== '')) yield { line: first, cells }
  }
}

/** The separator that the first line of a file has most of. */
export function guessSeparator(text: string): string {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
