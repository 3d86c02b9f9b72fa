import type { Language } from '#shared/languages.ts'

/** Whether everything is checked in every language, width and theme (`npm run sweep`), not in a covering set. */
export const isFullSweep = process.env.SWEEP === 'full'

/**
 * The ways in which a journey is made, such as languages and widths: all of them in a full sweep, otherwise those at
 * `usual`. Other files choose other ones, so that each way is used by some journey.
 */
export function chooseWays<Way>(ways: readonly Way[], ...usual: number[]): readonly Way[] {
  return ways.filter((_way, index) => isFullSweep || usual.includes(index))
}

const bothDirections = ['es', 'ar'] as const
/** The languages of a journey that is the same in both directions of writing: Arabic only in a full sweep. */
export const journeyLanguages = chooseWays(bothDirections, 0)
/** The same for journeys that `npm test` makes in Arabic, often on a phone: Spanish only in a full sweep. */
export const arabicJourneyLanguages = chooseWays(bothDirections, 1)

export const spanishDesktop = { language: 'es', width: 1440, theme: 'light' } as const
export const arabicPhone = { language: 'ar', width: 390, theme: 'dark' } as const
export const lightPhone = (language: Language) => ({ language, width: 390, theme: 'light' }) as const
