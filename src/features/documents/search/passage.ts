import { findBestMatch, findMatches } from '#shared/search/matches.ts'
import { searchWordsOf } from '#shared/search/words.ts'
import { joinChinese } from './search-words.ts'

/** A part of a passage; what was looked for is marked. */
export interface PassagePart {
  text: string
  isMatch: boolean
}

// In UTF-16 units: about two lines.
const longest = 180
const before = 60
// Chinese has no ends of words.
const restOfWord = /^[[\p{L}\p{M}\p{N}]--\p{Script=Han}]*/v

/** The part of a page in which most of the words of a query are, with those words marked. */
export function findPassage(text: string, query: string): PassagePart[] {
  // An ending may differ from what was typed, as the index knows words in all their forms.
  const words = searchWordsOf(query).map((word) => (word.length > 5 ? word.slice(0, -2) : word))
  const line = joinChinese(text).replace(/\s+/g, ' ')
  const match = findBestMatch(line, words, longest)
  const start = match ? beginningNear(line, match.start - before) : 0
  const end = endNear(line, start + longest)
  const cut = line.slice(start, end)
  const parts: PassagePart[] = [{ text: start > 0 ? '…' : '', isMatch: false }]
  let at = 0
  for (const { start: first, end: last } of findMatches(cut, words)) {
    // A word is marked to its end; two matches may be in the same one.
    if (first < at) continue
    const wordEnd = last + (restOfWord.exec(cut.slice(last))?.[0].length ?? 0)
    parts.push({ text: cut.slice(at, first), isMatch: false })
    parts.push({ text: cut.slice(first, wordEnd), isMatch: true })
    at = wordEnd
  }
  parts.push({ text: cut.slice(at) + (end < line.length ? '…' : ''), isMatch: false })
  return parts.filter((part) => part.text !== '')
}

/** The beginning of a word at or after a place, as far as there are spaces nearby. */
function beginningNear(line: string, place: number): number {
  if (place <= 0) return 0
  const space = line.indexOf(' ', place)
  return space >= 0 && space - place < 30 ? space + 1 : wholeFrom(line, place)
}

function endNear(line: string, place: number): number {
  if (place >= line.length) return line.length
  const space = line.lastIndexOf(' ', place)
  return space > place - 30 ? space : wholeFrom(line, place)
}

/** A place that is not within a pair of surrogates. */
const wholeFrom = (line: string, place: number): number =>
  /[\udc00-\udfff]/.test(line.charAt(place)) ? place + 1 : place
