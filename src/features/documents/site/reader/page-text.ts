import { readLines, type TextPiece } from '#features/documents/processing/model.ts'
import { foldText } from '#shared/fold-text.ts'

/** A piece of the text of a page, with its place among those of the file. */
export type PagePiece = TextPiece & { index: number }

/** The text of a page as it is searched: folded, with the place in its pieces of each letter. */
export interface PageText {
  folded: string
  pieces: Uint32Array
  offsets: Uint32Array
  /** The offset after each letter. */
  ends: Uint32Array
}

/** A part of one piece of the text of a page. */
export interface TextPart {
  piece: number
  offset: number
  end: number
}

/** What was found on a page, in the order of reading. */
export type TextMatch = readonly TextPart[]

/** Folds the text of a page: without case, marks and line breaks. */
export function foldPage(pieces: readonly PagePiece[]): PageText {
  const letters: string[] = []
  const places: TextPart[] = []
  const add = (folded: string, place: TextPart) => {
    if (folded === ' ' && (letters.length === 0 || letters.at(-1) === ' ')) return
    // In UTF-16 units, as offsets in strings are counted.
    for (let unit = 0; unit < folded.length; unit++) {
      letters.push(folded.charAt(unit))
      places.push(place)
    }
  }
  for (const line of readLines(pieces)) {
    for (const { text, index: piece } of line.pieces) {
      let offset = 0
      for (const letter of text) {
        const end = offset + letter.length
        add(/\s/.test(letter) ? ' ' : foldText(letter), { piece, offset, end })
        offset = end
      }
    }
    const last = line.pieces.at(-1)
    if (line.isEnd && last) {
      add(' ', { piece: last.index, offset: last.text.length, end: last.text.length })
    }
  }
  return {
    folded: letters.join(''),
    pieces: Uint32Array.from(places, (place) => place.piece),
    offsets: Uint32Array.from(places, (place) => place.offset),
    ends: Uint32Array.from(places, (place) => place.end),
  }
}

/** The parts of pieces that letters of a page are in. */
function findParts(page: PageText, from: number, to: number): TextPart[] {
  const parts: TextPart[] = []
  for (let letter = from; letter < to; letter++) {
    const [piece, offset, end] = [page.pieces[letter], page.offsets[letter], page.ends[letter]]
    if (piece === undefined || offset === undefined || end === undefined) continue
    const last = parts.at(-1)
    if (last?.piece === piece) last.end = end
    else parts.push({ piece, offset, end })
  }
  return parts
}

/** Where a query is on a page, at most so many times. */
export function findMatches(page: PageText, query: string, most: number): TextMatch[] {
  const wanted = foldText(query)
  const found: TextMatch[] = []
  if (wanted === '') return found
  let start = page.folded.indexOf(wanted)
  while (start !== -1 && found.length < most) {
    found.push(findParts(page, start, start + wanted.length))
    start = page.folded.indexOf(wanted, start + wanted.length)
  }
  return found
}
