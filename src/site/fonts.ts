import type { Language } from '#shared/languages.ts'
import basic from './fonts/newsreader-basic.woff2?url'
import latin from './fonts/newsreader-latin.woff2?url'
import cyrillic from './fonts/source-serif-cyrillic.woff2?url'

interface Face {
  url: string
  /** Which letters the file is for, where it does not hold them all. */
  range?: string
}

// Arabic, Chinese and Hindi are set in the system's own faces; only the Latin words among them are in ours.
const latinWords: Face[] = [{ url: basic, range: 'U+41-5A,U+61-7A' }]

const faces: Partial<Record<Language, Face[]>> = {
  ru: [
    { url: cyrillic, range: 'U+401,U+410-44F,U+451,U+2116' },
    { url: basic, range: 'U+20-7E,U+A0-BF,U+2013-203A,U+2192' },
  ],
  zh: latinWords,
  ar: latinWords,
  hi: latinWords,
}

const facesOf = (language: Language): Face[] => faces[language] ?? [{ url: latin }]

/** The `@font-face` rules of a language's page. */
export function writeFontFaces(language: Language): string {
  return facesOf(language)
    .map(({ url, range }) => {
      const limits = range ? `;unicode-range:${range}` : ''
      return `@font-face{font-family:Firmeza;src:url(${url})format("woff2");font-display:swap${limits}}`
    })
    .join('')
}

/** The font files to fetch at once: all that a language's page is set in. */
export function listPreloadedFonts(language: Language): string[] {
  return facesOf(language).map(({ url }) => url)
}
