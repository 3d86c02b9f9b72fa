// Reads each character once, whatever stands between the braces; spaces are trimmed in code.
const place = /\{\{([^{}]*)\}\}/g
// Marks that turn the reading direction round, and what ends a line: neither may come from a name.
const disguise = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]+/gu
// What mail programs make a link of by themselves: a stranger's "name" must not advertise to others.
const address = /(?<=[\p{L}\p{N}-]{2})\.(?=\p{L}{2})|:(?=\/\/)/gu
const wordJoiner = '\u2060'

/** What the variables of a mail stand for, by name. */
export type Values = Readonly<Record<string, string>>

/** A value as it may stand in a mail: one line, in its own direction, and never a link. */
export function cleanValue(value: string): string {
  return value.replace(disguise, ' ').replace(address, `$&${wordJoiner}`).trim()
}

/** The names of the variables in a text, as they are written. */
export function listVariables(text: string): string[] {
  return [...text.matchAll(place)].map(([, name = '']) => name.trim())
}

/** A text in pieces: what is written, and what variables stand for. */
export function splitText(text: string, values: Values): { words: string; isValue: boolean }[] {
  return text
    .split(place)
    .map((piece, at) => {
      const isValue = at % 2 === 1
      return { words: isValue ? cleanValue(values[piece.trim()] ?? '') : piece, isValue }
    })
    .filter(({ words }) => words !== '')
}

/** A text with its variables filled in. */
export function fillIn(text: string, values: Values): string {
  return splitText(text, values)
    .map(({ words }) => words)
    .join('')
}
