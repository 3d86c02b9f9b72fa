import { foldText } from '#shared/fold-text.ts'
import type { Language } from '#shared/languages.ts'

/** PostgreSQL's rules for the words of each language; `simple` where there are none, and for documents in all languages. */
const configurations: Readonly<Record<Language, string>> = {
  ...{ en: 'english', es: 'spanish', fr: 'french', de: 'german', it: 'italian', pt: 'portuguese' },
  ...{ ru: 'russian', zh: 'simple', ar: 'arabic', hi: 'hindi' },
}

export const configurationOf = (language: Language | null): string =>
  language === null ? 'simple' : configurations[language]

const chinese = /\p{Script=Han}+/gu

/**
 * A text as its words are indexed and looked up: without case and accents, but for Hindi, whose vowels are marks. Chinese has
 * no spaces between words, so each two signs that stand together are one.
 */
export function indexedText(text: string, language: Language | null): string {
  const folded = language === 'hi' ? text.normalize('NFC').toLowerCase() : foldText(text)
  return joinChinese(folded).replace(chinese, (signs) => ` ${listPairs(signs).join(' ')} `)
}

/** A Chinese text without the spaces and line ends within it. */
export const joinChinese = (text: string): string =>
  text.replace(/(\p{Script=Han})\s+(?=\p{Script=Han})/gu, '$1')

/** Each two neighbours in a row of signs; the sign itself when it stands alone. */
function listPairs(signs: string): string[] {
  const all = [...signs]
  if (all.length === 1) return all
  return all.slice(1).map((sign, index) => `${all[index] ?? ''}${sign}`)
}

/** What a search looks for: words that must all be on a page, and those that only begin one. */
export interface LookedUp {
  words: string
  beginnings: string[]
}

const mostWords = 10

/** What is looked up for a query: a single Chinese sign is the beginning of a pair. */
export function lookUp(query: string, language: Language | null): LookedUp {
  const words = indexedText(query, language)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, mostWords)
  const isAlone = (word: string) => /^\p{Script=Han}$/u.test(word)
  return {
    words: words.filter((word) => !isAlone(word)).join(' '),
    beginnings: words.filter(isAlone),
  }
}
