import type { Language } from '#shared/languages.ts'

/** How many words a text has, by the rules of its language: Chinese, too, which puts no spaces between them. */
export function countWords(text: string, language: Language): number {
  let count = 0
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (isWordLike) count++
  }
  return count
}
