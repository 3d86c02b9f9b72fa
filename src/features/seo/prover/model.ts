import type { Language } from '#shared/languages.ts'

/** What results show of a title and a description on a wide screen, in pixels, and the sizes of their letters. */
export const titleWidth = { letter: 20, most: 600 } as const
export const descriptionWidth = { letter: 14, most: 1_000 } as const

/** Fewer characters say too little; a Chinese one says as much as two or three of an alphabet. */
const least: Record<'alphabet' | 'hanzi', { title: number; description: number }> = {
  alphabet: { title: 10, description: 50 },
  hanzi: { title: 4, description: 20 },
}

/** The fewest characters that a title or a description should have in a language. */
export const leastCharacters = (language: Language) => least[language === 'zh' ? 'hanzi' : 'alphabet']

/** Widths of the letters of Arial in thousandths of their size: of ASCII from the space on, as in its metrics. */
const ascii = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] as const

/** What an average letter of other scripts takes, in thousandths. Marks stand above or below and take nothing. */
const scripts: readonly (readonly [RegExp, number])[] = [
  [/\p{Mn}/u, 0],
  [/\p{Script=Han}|[\u3000-\u303f\uff00-\uff60]/u, 1_000],
  [/\p{Script=Cyrillic}/u, 570],
  [/\p{Script=Arabic}/u, 430],
  [/\p{Mc}/u, 270],
  [/\p{Script=Devanagari}/u, 600],
  [/[‘’·,;:.]/u, 260],
  [/[—…]/u, 1_000],
]

function widthOf(character: string): number {
  const known = ascii[character.charCodeAt(0) - 32]
  if (known !== undefined) return known
  return scripts.find(([script]) => script.test(character))?.[1] ?? 556
}

/** How wide a text is in letters of a size in pixels, in pixels: by the metrics of Arial for Latin letters, by averages for other scripts. */
export function measureText(text: string, letter: number): number {
  let width = 0
  // Letters with accents are as wide as those without.
  for (const character of text.normalize('NFD')) width += widthOf(character)
  return Math.round((width * letter) / 1_000)
}

/** How many characters people count in a text. */
export const countCharacters = (text: string): number => [...text.normalize('NFC')].length
