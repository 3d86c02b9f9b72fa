import { foldText } from './fold-text.ts'

/** Shorter words with a typo have too little in common with what was meant. */
const shortest = 4
/** From this length a word may have two typos. */
const long = 8

/**
 * Whether a text has a word for each word of a query, allowing for typos: one from four letters, two from eight. Shorter
 * words must occur as they are. Also true of beginnings of words, as somebody still types.
 */
export function isSimilar(text: string, query: string): boolean {
  const folded = foldText(text)
  const words = folded.split(/[^\p{L}\p{N}]+/u)
  const wanted = foldText(query).split(' ').filter(Boolean)
  return (
    wanted.length > 0 &&
    wanted.every((one) => folded.includes(one) || words.some((word) => isSimilarWord(word, one)))
  )
}

/** Whether a folded word is what was meant by `typed`, or begins with it. */
export function isSimilarWord(word: string, typed: string): boolean {
  const { length } = [...typed]
  if (length < shortest) return false
  const most = length < long ? 1 : 2
  return word.length >= length - most && countTypos(typed, word) <= most
}

/**
 * The fewest letters added, left out, changed or swapped with the next between what was typed and a word or its beginning
 * (optimal string alignment: Boytsov, Indexing methods for approximate dictionary searching, 2011).
 */
function countTypos(typed: string, word: string): number {
  const letters = [...typed]
  // What is beyond the beginning of the word adds nothing.
  const target = [...word].slice(0, letters.length + 2)
  let beforeLast: number[] = []
  let last = target.map((_, index) => index + 1)
  last.unshift(0)
  for (const [row, letter] of letters.entries()) {
    const next = [row + 1]
    for (const [column, other] of target.entries()) {
      const at = (list: number[], index: number) => list[index] ?? Number.POSITIVE_INFINITY
      const isSwapped = letter === target[column - 1] && letters[row - 1] === other
      next.push(
        Math.min(
          at(last, column + 1) + 1,
          at(next, column) + 1,
          at(last, column) + (letter === other ? 0 : 1),
          isSwapped ? at(beforeLast, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = next
  }
  return Math.min(...last)
}
