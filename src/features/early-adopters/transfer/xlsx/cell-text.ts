const day = 86_400_000

/** How a style shows a number: plainly, as a date, or with so many digits at least. */
export type NumberShape = 'plain' | 'date' | number

/** The shape of a built-in number format (ECMA-376, 18.8.30; 27 to 36 and 50 to 58 are dates of East Asia). */
export function shapeOfBuiltIn(id: number): NumberShape {
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'plain'
}

/** The shape of a number format such as `dd/mm/yyyy`, `[$-409]d-mmm-yy` or `00000`. */
export function shapeOfCode(code: string): NumberShape {
  const [first = ''] = code.replace(/"[^"]*"|\\.|[_*]./gs, '').split(';', 1)
  if (/^0{2,32}$/.test(first)) return first.length
  // A duration such as `[h]:mm` is not a moment.
  if (/\[[hms]+\]/i.test(first)) return 'plain'
  return /[dhmsy]/i.test(first.replace(/\[[^\]]*\]/g, '')) ? 'date' : 'plain'
}

/** The text of a cell with a number: as CSV would have it, without an exponent, and dates as ISO dates. */
export function writeNumber(value: string, shape: NumberShape, is1904: boolean): string {
  const text = value.trim()
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return text
  const date = shape === 'date' ? writeDate(number, is1904) : undefined
  if (date !== undefined) return date
  const plain = /^-?\d{1,30}$/.test(text) ? text : writePlainly(number)
  return typeof shape === 'number' && /^\d+$/.test(plain) ? plain.padStart(shape, '0') : plain
}

/** Spreadsheets have 15 digits, so that 0.1 + 0.2 is 0.3. */
function writePlainly(number: number): string {
  const rounded = Number(number.toPrecision(15))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

/** Undefined for a number that is no date of the years until 9999. */
function writeDate(serial: number, is1904: boolean): string | undefined {
  if (serial < 0 || serial >= 2_958_466) return undefined
  // In the system of 1900, day 60 is 29 February 1900, which never was.
  const base = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const moment = new Date(base + Math.round(serial * 86_400) * 1_000)
  if (moment.getUTCFullYear() > 9999) return undefined
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T')
  if (serial < 1 && !is1904) return time
  return moment.getTime() % day === 0 ? date : `${date} ${time}`
}

/** A date that is written as one (`t="d"`), without a time that is midnight. */
export const writeIsoDate = (value: string): string => value.trim().replace(/T00:00(:00(\.0+)?)?Z?$/, '')

/** The text of a string: `_x000D_` stands for a character that XML cannot have (ECMA-376, 22.9.2.19). */
export function unescapeText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return plain.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').toWellFormed()
}
