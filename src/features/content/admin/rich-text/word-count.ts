import type { Language } from '#shared/languages.ts'

/** How many words a text has in its language, also in languages without spaces such as Chinese. */
export function countWords(text: string, language: Language): number {
  let count = 0
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (isWordLike) count++
  }
  return count
}
