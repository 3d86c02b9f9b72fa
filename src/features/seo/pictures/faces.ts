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
/** The face of a language's script. It comes first, so that punctuation is from the same face. */
const own: Partial<Record<Language, string>> = {
  ar: 'noto-naskh-arabic',
  hi: 'noto-serif-devanagari',
  zh: 'noto-serif-sc',
}

/**
 * Loads the faces of every script, since a title may contain any character. The fonts of the system are never used, so
 * that a picture is the same on every machine.
 */
export function loadFaces(): void {
  for (const name of [...latin, ...others]) {
    const file = readFileSync(new URL(`../../../ui/fonts/${name}.woff2`, import.meta.url))
    if (!GlobalFonts.register(file, name)) throw new Error(`The face ${name} cannot be read`)
  }
}

/** The font families for a text in a language, in order of preference. */
export function familiesOf(language: Language): string {
  const first = own[language]
  return [...(first ? [first] : []), ...latin, ...others].map((name) => `"${name}"`).join(', ')
}
