import {
  type FigurePeriod,
  figurePeriods,
  type InspectionQuery,
} from '#features/seo/search-console/contract.ts'
import { type IndexState, indexStates } from '#features/seo/submission/contract.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

/** What the chart shows. */
export const measures = ['clicks', 'impressions'] as const
export type Measure = (typeof measures)[number]

/** What the screen shows, as its address says it. */
export interface Shown {
  search: string
  page: number
  days: FigurePeriod
  measure: Measure
  state: IndexState | undefined
  language: Language | undefined
  /** A reason in Google's words. */
  words: string
}

const usualDays: FigurePeriod = 28

/** Reads an address. What it does not know it leaves out. */
export function readShown(params: URLSearchParams): Shown {
  const language = params.get('language')
  return {
    search: params.get('search') ?? '',
    page: 1,
    days: figurePeriods.find((days) => String(days) === params.get('days')) ?? usualDays,
    measure: measures.find((measure) => measure === params.get('measure')) ?? 'clicks',
    state: indexStates.find((state) => state === params.get('state')),
    language: isLanguage(language) ? language : undefined,
    words: params.get('words') ?? '',
  }
}

/** The filters of the addresses, as the API takes them. */
export function toFilters({
  search,
  state,
  language,
  words,
}: Shown): Partial<Record<keyof Pick<InspectionQuery, 'search' | 'state' | 'language' | 'words'>, string>> {
  return {
    ...(search && { search }),
    ...(state && { state }),
    ...(language && { language }),
    ...(words && { words }),
  }
}

/** Writes an address; what is usual is left out. */
export const writeShown = (shown: Shown): URLSearchParams =>
  new URLSearchParams({
    ...(shown.days !== usualDays && { days: String(shown.days) }),
    ...(shown.measure !== 'clicks' && { measure: shown.measure }),
    ...toFilters(shown),
  })
