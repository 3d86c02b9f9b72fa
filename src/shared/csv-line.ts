/** One line of a CSV file (RFC 4180), with CRLF. */
export function writeCsvLine(cells: readonly string[], separator: ',' | ';'): string {
  const written = cells.map((cell) =>
    /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${written.join(separator)}\r\n`
}
