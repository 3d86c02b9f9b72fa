import type { Language } from '#shared/languages.ts'
import basic from '#site/fonts/newsreader-basic.woff2?url'
import german from '#site/fonts/newsreader-de.woff2?url'
import english from '#site/fonts/newsreader-en.woff2?url'
import spanish from '#site/fonts/newsreader-es.woff2?url'
import french from '#site/fonts/newsreader-fr.woff2?url'
import italian from '#site/fonts/newsreader-it.woff2?url'
import latin from '#site/fonts/newsreader-latin.woff2?url'
import portuguese from '#site/fonts/newsreader-pt.woff2?url'
import cyrillic from '#site/fonts/source-serif-cyrillic.woff2?url'
import marks from '#site/fonts/source-serif-marks.woff2?url'

interface Face {
  url: string
  /** The characters of the file, when it is a subset. */
  range?: string
  /** Whether it is loaded only by a page with letters foreign to its language; all others are preloaded. */
  foreign?: true
}

const basicLetters = 'U+41-5A,U+61-7A'
// Browsers try the last matching face first.
const latinFaces = (url: string): Face[] => [{ url: latin, range: 'U+A1-17F', foreign: true }, { url }]
// Arabic, Chinese and Hindi use the system's fonts; only Latin words among them use ours. Not digits: the width of 0 is the
// unit `ch`, which must not change when our font arrives.
const latinWords: Face[] = [{ url: basic, range: basicLetters }]

// A, B, E, F, I, L, O, P, R, T, X, a, c, d, e, g, i, k, l, m, n, o, p, r, s, t, z
const russianLatin =
  'U+41-42,U+45-46,U+49,U+4C,U+4F-50,U+52,U+54,U+58,U+61,U+63-65,U+67,U+69,U+6B-70,U+72-74,U+7A'

const faces: Record<Language, Face[]> = {
  en: latinFaces(english),
  es: latinFaces(spanish),
  fr: latinFaces(french),
  de: latinFaces(german),
  it: latinFaces(italian),
  pt: latinFaces(portuguese),
  ru: [
    { url: basic, range: basicLetters, foreign: true },
    { url: cyrillic, range: 'U+401,U+410-44F,U+451,U+2116' },
    { url: marks, range: `U+20-3F,U+A0-BF,U+2013-203A,${russianLatin}` },
  ],
  zh: latinWords,
  ar: latinWords,
  hi: latinWords,
}

// The system serifs shown until ours arrives, adjusted to its width, so that nearly all lines break the same. Measured on
// the site's own texts.
const standIns = [
  { name: 'Georgia', locals: ['Georgia'], latin: 97.5, cyrillic: 94.3 },
  { name: 'Noto', locals: ['Noto Serif', 'NotoSerif-Regular'], latin: 90.5, cyrillic: 87.4 },
  { name: 'Times', locals: ['Times New Roman', 'Liberation Serif'], latin: 106, cyrillic: 101.6 },
]

// The heights of our faces above and below the baseline, in percent of their size.
const newsreaderHeights = { ascent: 73.5, descent: 26.5 }
const sourceSerifHeights = { ascent: 103.6, descent: 33.5 }

function writeStandIns(language: Language): string {
  if (faces[language] === latinWords) return ''
  const { ascent, descent } = language === 'ru' ? sourceSerifHeights : newsreaderHeights
  return standIns
    .map(({ name, locals, latin, cyrillic }) => {
      const sources = locals.map((local) => `local("${local}")`).join(',')
      const width = language === 'ru' ? cyrillic : latin
      const share = (height: number) => `${((height / width) * 100).toFixed(1)}%`
      const heights = `ascent-override:${share(ascent)};descent-override:${share(descent)};line-gap-override:0%`
      return `@font-face{font-family:"Firmeza ${name}";src:${sources};size-adjust:${width}%;${heights}}`
    })
    .join('')
}

/**
 * The `@font-face` rules of a language's page. A font that is late for the first paint takes the place of a stand-in of
 * the same width and heights.
 */
export function writeFontFaces(language: Language): string {
  const own = faces[language].map(({ url, range }) => {
    const limits = range ? `;unicode-range:${range}` : ''
    return `@font-face{font-family:Firmeza;src:url(${url})format("woff2");font-display:swap${limits}}`
  })
  return own.join('') + writeStandIns(language)
}

/** The font files to preload: those of a language's page, without the one for foreign letters. */
export function listPreloadedFonts(language: Language): string[] {
  return faces[language].flatMap(({ url, foreign }) => (foreign ? [] : [url]))
}
