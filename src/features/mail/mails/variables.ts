// Linear in the length of the text; spaces are trimmed in code.
const place = /\{\{([^{}]*)\}\}/g
// Bidirectional control characters and line ends, which may not come from a name.
const disguise = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]+/gu
// Text that mail programs turn into links: a "name" must not become an advertisement.
const address = /(?<=[\p{L}\p{N}-]{2})\.(?=\p{L}{2})|:(?=\/\/)/gu
/** The variables whose values may have several lines. */
const multiline = new Set(['message', 'list', 'figures'])
const wordJoiner = '\u2060'

/** The values of a mail's variables, by name. */
export type Values = Readonly<Record<string, string>>

/** A value made safe for a mail: one line, without direction marks, and never a link. */
export function cleanValue(value: string): string {
  return value.replace(disguise, ' ').replace(address, `$&${wordJoiner}`).trim()
}

/** The names of the variables in a text, as they are written. */
export function listVariables(text: string): string[] {
  return [...text.matchAll(place)].map(([, name = '']) => name.trim())
}

/** A value of several lines, each of them made safe. */
const cleanLines = (value: string) => value.split('\n').map(cleanValue).join('\n')

/** A text divided into its written parts and the values of its variables; those of several lines keep them if they may. */
export function splitText(
  text: string,
  values: Values,
  { keepsLines = false } = {},
): { words: string; isValue: boolean }[] {
  return text
    .split(place)
    .map((piece, at) => {
      const isValue = at % 2 === 1
      if (!isValue) return { words: piece, isValue }
      const name = piece.trim()
      const clean = keepsLines && multiline.has(name) ? cleanLines : cleanValue
      return { words: clean(values[name] ?? ''), isValue }
    })
    .filter(({ words }) => words !== '')
}

/** A text with its variables filled in. */
export function fillIn(text: string, values: Values, options?: { keepsLines: boolean }): string {
  return splitText(text, values, options)
    .map(({ words }) => words)
    .join('')
}
