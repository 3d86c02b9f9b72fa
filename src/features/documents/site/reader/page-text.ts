import { foldText } from '#shared/fold-text.ts'

/** A piece of the text of a page, as the file has it. */
export interface TextPiece {
  text: string
  endsLine: boolean
}

/** The text of a page as it is searched: folded, with the place in its pieces of each letter. */
export interface PageText {
  folded: string
  pieces: Uint32Array
  offsets: Uint32Array
  /** The offset after each letter. */
  ends: Uint32Array
}

/** A place in the text of a page: an offset in one of its pieces. */
export interface TextPlace {
  piece: number
  offset: number
}

/** What was found on a page. */
export interface TextMatch {
  from: TextPlace
  /** After its last letter. */
  to: TextPlace
}

/** Folds the text of a page: without case, marks and line breaks. */
export function foldPage(pieces: readonly TextPiece[]): PageText {
  const letters: string[] = []
  const places: (TextPlace & { end: number })[] = []
  const add = (folded: string, place: TextPlace & { end: number }) => {
    if (folded === ' ' && (letters.length === 0 || letters.at(-1) === ' ')) return
    // In UTF-16 units, as offsets in strings are counted.
    for (let unit = 0; unit < folded.length; unit++) {
      letters.push(folded.charAt(unit))
      places.push(place)
    }
  }
  for (const [piece, { text, endsLine }] of pieces.entries()) {
    let offset = 0
    for (const letter of text) {
      const end = offset + letter.length
      add(/\s/.test(letter) ? ' ' : foldText(letter), { piece, offset, end })
      offset = end
    }
    if (endsLine) add(' ', { piece, offset, end: offset })
  }
  return {
    folded: letters.join(''),
    pieces: Uint32Array.from(places, (place) => place.piece),
    offsets: Uint32Array.from(places, (place) => place.offset),
    ends: Uint32Array.from(places, (place) => place.end),
  }
}

/** Where a query is on a page, at most so many times. */
export function findMatches(page: PageText, query: string, most: number): TextMatch[] {
  const wanted = foldText(query)
  const found: TextMatch[] = []
  if (wanted === '') return found
  let start = page.folded.indexOf(wanted)
  while (start !== -1 && found.length < most) {
    const last = start + wanted.length - 1
    found.push({
      from: { piece: page.pieces[start] ?? 0, offset: page.offsets[start] ?? 0 },
      to: { piece: page.pieces[last] ?? 0, offset: page.ends[last] ?? 0 },
    })
    start = page.folded.indexOf(wanted, start + wanted.length)
  }
  return found
}
