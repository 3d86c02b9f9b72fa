import { foldText } from '#shared/fold-text.ts'

const mostWords = 10

/** The words of a search as texts are compared; something is found when all of them occur. */
export function searchWordsOf(search: string): string[] {
  return foldText(search).split(' ').filter(Boolean).slice(0, mostWords)
}

/** Whether no word has three letters or digits in a row, without which an index of trigrams finds nothing. */
export const isShortSearch = (words: readonly string[]): boolean =>
  words.length > 0 && !words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))
