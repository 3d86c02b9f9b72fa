/** A piece of text as it stands on a page. */
export interface TextPiece {
  text: string
  isRightToLeft: boolean
  /** Where it begins, from the left, and its baseline, from the bottom. */
  x: number
  y: number
  endsLine: boolean
}

/** What a line of a page holds, in the order of reading. */
export interface TextLine<Piece extends TextPiece> {
  pieces: Piece[]
  /** Whether the text goes on below; otherwise the next piece is only higher or lower, such as an exponent. */
  isEnd: boolean
}

/** A piece of text as PDF.js reads it, or a mark of the structure, which has no text. */
type ReadItem = { str: string; dir: string; hasEOL: boolean; transform: unknown[] } | { type: string }

const strongLetter = /\p{L}/u
const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** The pieces of text among what PDF.js has read of a page, each with its place there. */
export function toPieces(items: readonly ReadItem[]): (TextPiece & { index: number })[] {
  const texts = items.flatMap((item) => ('str' in item ? [item] : []))
  return texts.map(({ str: text, dir, hasEOL: endsLine, transform: [, , , , x, y] }, index) => ({
    ...{ text, isRightToLeft: dir === 'rtl', endsLine },
    ...{ x: Number(x), y: Number(y), index },
  }))
}

/**
 * The lines of a page. PDFs hold Arabic as it is drawn, from left to right: lines with such pieces are put in order by
 * their places.
 */
export function readLines<Piece extends TextPiece>(pieces: readonly Piece[]): TextLine<Piece>[] {
  return splitLines(pieces).map((line) =>
    line.pieces.some(isRightToLeft) ? { ...line, pieces: orderLine(line.pieces) } : line,
  )
}

/** Pieces on one baseline are a line, unless the file says that it ends before. */
function splitLines<Piece extends TextPiece>(pieces: readonly Piece[]): TextLine<Piece>[] {
  const lines: TextLine<Piece>[] = []
  let current: Piece[] = []
  let baseline: number | undefined
  const finish = (isEnd: boolean) => {
    if (current.length > 0) lines.push({ pieces: current, isEnd })
    current = []
  }
  for (const piece of pieces) {
    const isOther = baseline !== undefined && piece.text.trim() !== '' && Math.abs(piece.y - baseline) > 2
    if (isOther) finish(false)
    if (piece.text !== '') current.push(piece)
    if (piece.text.trim() !== '') baseline = piece.y
    if (piece.endsLine) {
      finish(true)
      baseline = undefined
    }
  }
  finish(true)
  return lines
}

const isRightToLeft = ({ isRightToLeft: is, text }: TextPiece) => is && rightToLeftLetter.test(text)
const isLeftToRight = ({ text }: TextPiece) =>
  (strongLetter.test(text) || /\d/.test(text)) && !rightToLeftLetter.test(text)

/** A line from its beginning to its end: that of Arabic is at the right, with Latin words and numbers from left to right in it. */
function orderLine<Piece extends TextPiece>(line: readonly Piece[]): Piece[] {
  const byPlace = line.toSorted((one, other) => one.x - other.x)
  const arabic = countLetters(line, isRightToLeft)
  const isArabicLine =
    arabic >= countLetters(line, (piece) => isLeftToRight(piece) && strongLetter.test(piece.text))
  const inOrder = isArabicLine ? byPlace.toReversed() : byPlace
  const runs = splitRuns(inOrder, isArabicLine ? isLeftToRight : isRightToLeft)
  return runs.flatMap(({ isForeign, pieces }) => (isForeign ? pieces.toReversed() : pieces))
}

const countLetters = (line: readonly TextPiece[], is: (piece: TextPiece) => boolean): number =>
  line.filter(is).reduce((sum, { text }) => sum + text.length, 0)

interface Run<Piece extends TextPiece> {
  isForeign: boolean
  pieces: Piece[]
}

/** Runs of pieces against the direction of the line, with what is between two of them, such as spaces. */
function splitRuns<Piece extends TextPiece>(
  pieces: readonly Piece[],
  isForeign: (piece: TextPiece) => boolean,
): Run<Piece>[] {
  const runs: Run<Piece>[] = []
  let waiting: Piece[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    const isNeutral = !isRightToLeft(piece) && !isLeftToRight(piece)
    if (isNeutral && last?.isForeign) {
      waiting.push(piece)
      continue
    }
    const foreign = isForeign(piece)
    if (foreign && last?.isForeign) last.pieces.push(...waiting, piece)
    else runs.push({ isForeign: false, pieces: waiting }, { isForeign: foreign, pieces: [piece] })
    waiting = []
  }
  if (waiting.length > 0) runs.push({ isForeign: false, pieces: waiting })
  return runs
}
