import type { Span } from '#shared/search/matches.ts'

/** How many characters are shown before a match, and from its beginning on. */
const before = 32
export const excerptWidth = 88

/** The words of a text around a place, with `·` between its lines and `…` where it goes on. */
export function excerptAround(text: string, { start, end }: Span): string {
  const from = start <= before ? 0 : firstWordFrom(text, start - before, start)
  const to =
    start + excerptWidth >= text.length
      ? text.length
      : lastWordTo(text, Math.max(end, start + excerptWidth), end)
  const words = text
    .slice(from, to)
    .trim()
    .replace(/\s*\n\s*/g, ' · ')
    .replace(/\s+/g, ' ')
  return `${from > 0 ? '…' : ''}${words}${to < text.length ? '…' : ''}`
}

/** The beginning of the first whole word from a place on; without spaces the place itself. */
function firstWordFrom(text: string, from: number, most: number): number {
  const space = text.slice(from, most).search(/\s/)
  return wholeLetter(text, space < 0 ? from : from + space + 1)
}

/** The end of the last whole word before a place; without spaces the place itself. */
function lastWordTo(text: string, to: number, least: number): number {
  const space = text.slice(least, to).search(/\s\S*$/)
  return wholeLetter(text, space < 0 ? to : least + space)
}

/** A place that does not cut a surrogate pair. */
const wholeLetter = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)
