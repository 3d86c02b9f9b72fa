/** One line of a CSV file (RFC 4180), with CRLF. */
export function writeCsvLine(cells: readonly string[], separator: ',' | ';'): string {
  const written = cells.map((cell) =>
    /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${written.join(separator)}\r\n`
}
/** The characters that make a spreadsheet read a cell as a formula (OWASP, CSV injection), also full-width. */
const formula = /[=+\-@\t\r＝＋－＠]/u.source
// Also after characters that another spreadsheet may read as separators. Existing apostrophes are distinguished from
// added ones, so that reading the file again restores the text.
const begins = '(?<=^|[,;\\t|])'
const dangerous = new RegExp(`${begins}('*)(?=${formula})`, 'gu')
const escaped = new RegExp(`${begins}'('*)(?=${formula})`, 'gu')

/** Escapes formulas with an apostrophe, so that no spreadsheet runs them. */
export const escapeFormulas = (text: string): string => text.replace(dangerous, "'$1")

/** Undoes `escapeFormulas`. */
export const unescapeFormulas = (text: string): string => text.replace(escaped, '$1')
