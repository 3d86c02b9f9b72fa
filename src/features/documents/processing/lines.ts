import { readLines, type TextPiece } from './model.ts'

/** Puts the pieces of a page together as text in the order of reading; the forms of Arabic letters become letters. */
export function joinPieces(pieces: readonly TextPiece[]): string {
  return readLines(pieces)
    .map((line) => line.pieces.map(({ text }) => text).join(''))
    .join('\n')
    .normalize('NFKC')
    .replace(/[\p{Cc}--[\n]]/gv, ' ')
    .toWellFormed()
    .replace(/[ \t]+/g, ' ')
    .trim()
}
