import { readFileSync } from 'node:fs'
import { GlobalFonts } from '@napi-rs/canvas'
import type { Language } from '#shared/languages.ts'

const latin = ['newsreader-latin', 'newsreader-latin-ext', 'newsreader-vietnamese']
const others = [
  'source-serif-cyrillic',
  'source-serif-cyrillic-ext',
  'source-serif-greek',
  'noto-naskh-arabic',
  'noto-serif-devanagari',
  'noto-serif-sc',
]
/** The face that a language's own script is set in: it comes first, so that punctuation is of the same hand. */
const own: Partial<Record<Language, string>> = {
  ar: 'noto-naskh-arabic',
  hi: 'noto-serif-devanagari',
  zh: 'noto-serif-sc',
}

/**
 * Loads the faces of every script, since the team may write any word in any title. The system's are never used: a
 * picture is the same wherever it is drawn.
 */
export function loadFaces(): void {
  for (const name of [...latin, ...others]) {
    const file = readFileSync(new URL(`fonts/${name}.woff2`, import.meta.url))
    if (!GlobalFonts.register(file, name)) throw new Error(`The face ${name} cannot be read`)
  }
}

/** The families that a text of a language is set in, the first that has a letter first. */
export function familiesOf(language: Language): string {
  const first = own[language]
  return [...(first ? [first] : []), ...latin, ...others].map((name) => `"${name}"`).join(', ')
}
