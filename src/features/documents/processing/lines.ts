/** A piece of text as it stands on a page. */
export interface TextPiece {
  text: string
  isRightToLeft: boolean
  /** Where it begins, from the left, and its baseline, from the bottom. */
  x: number
  y: number
  endsLine: boolean
}

const strongLetter = /\p{L}/u
const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Puts the pieces of a page together as text in the order of reading. PDFs hold Arabic as it is drawn, from left to right
 * and in the forms of its letters: lines with such pieces are put in order by their places, and the forms become letters.
 */
export function joinPieces(pieces: readonly TextPiece[]): string {
  const lines = splitLines(pieces).map((line) => (line.some(isRightToLeft) ? orderLine(line) : line))
  return lines
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n')
    .normalize('NFKC')
    .replace(/[\p{Cc}--[\n]]/gv, ' ')
    .toWellFormed()
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** Pieces on one baseline are a line, unless the file says that it ends before. */
function splitLines(pieces: readonly TextPiece[]): TextPiece[][] {
  const lines: TextPiece[][] = []
  let current: TextPiece[] = []
  let baseline: number | undefined
  for (const piece of pieces) {
    const isOther = baseline !== undefined && piece.text.trim() !== '' && Math.abs(piece.y - baseline) > 2
    if (isOther && current.length > 0) {
      lines.push(current)
      current = []
    }
    if (piece.text !== '') current.push(piece)
    if (piece.text.trim() !== '') baseline = piece.y
    if (piece.endsLine && current.length > 0) {
      lines.push(current)
      current = []
      baseline = undefined
    }
  }
  if (current.length > 0) lines.push(current)
  return lines
}

const isRightToLeft = ({ isRightToLeft: is, text }: TextPiece) => is && rightToLeftLetter.test(text)
const isLeftToRight = ({ text }: TextPiece) =>
  (strongLetter.test(text) || /\d/.test(text)) && !rightToLeftLetter.test(text)

/** A line from its beginning to its end: that of Arabic is at the right, with Latin words and numbers from left to right in it. */
function orderLine(line: readonly TextPiece[]): TextPiece[] {
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

interface Run {
  isForeign: boolean
  pieces: TextPiece[]
}

/** Runs of pieces against the direction of the line, with what is between two of them, such as spaces. */
function splitRuns(pieces: readonly TextPiece[], isForeign: (piece: TextPiece) => boolean): Run[] {
  const runs: Run[] = []
  let waiting: TextPiece[] = []
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
