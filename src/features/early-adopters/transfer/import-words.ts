import { type ImportColumn, importColumns } from '#features/early-adopters/contract.ts'
import type { Translate } from '#platform/catalogues.ts'
import { foldText } from '#shared/fold-text.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { type LeadKind, leadKinds } from '#shared/lead-requests.ts'
import { type Interest, interests, type Segment, segments } from '#shared/segments.ts'

/** Recognises the words of an imported file: in any of the ten languages, or as an export writes them. */
export interface ImportWords {
  findColumn(header: string): ImportColumn | undefined
  /** Whether a column says why its line was refused before. */
  isReason(header: string): boolean
  findSegment(cell: string): Segment | undefined
  findLanguage(cell: string): Language | undefined
  findKind(cell: string): LeadKind | undefined
  /** The interests of a cell, with `undefined` for each unknown one. */
  readInterests(cell: string): (Interest | undefined)[]
  isYes(cell: string): boolean
}

/** Reads the words from the catalogues. */
export function readImportWords(translator: (language: Language) => Translate): ImportWords {
  const columns = new Map<string, ImportColumn>()
  const segmentsByName = new Map<string, Segment>()
  const interestsByName = new Map<string, Interest>()
  const kindsByName = new Map<string, LeadKind>()
  const languagesByName = new Map<string, Language>()
  const yes = new Set<string>()
  const reasons = new Set<string>()

  for (const language of languages) {
    const t = translator(language)
    const namesOf = (key: string) => t(key).split('|').map(fold)
    for (const column of importColumns) {
      for (const name of namesOf(`leads:leads.import.headers.${column}`)) columns.set(name, column)
    }
    for (const word of namesOf('leads:leads.import.yes')) yes.add(word)
    for (const column of ['line', 'reason']) {
      for (const name of namesOf(`leads:leads.import.refusedFile.${column}`)) reasons.add(name)
    }
    for (const segment of segments) segmentsByName.set(fold(t(`admin:segments.${segment}`)), segment)
    for (const interest of interests)
      interestsByName.set(fold(t(`site:form.interests.${interest}`)), interest)
    for (const kind of leadKinds) kindsByName.set(fold(t(`leads:leads.kinds.${kind}`)), kind)
    const names = new Intl.DisplayNames(language, { type: 'language' })
    for (const one of languages) languagesByName.set(fold(names.of(one) ?? one), one)
  }
  for (const column of importColumns) columns.set(fold(column), column)
  for (const segment of segments) segmentsByName.set(fold(segment), segment)
  for (const interest of interests) interestsByName.set(fold(interest), interest)
  for (const kind of leadKinds) kindsByName.set(fold(kind), kind)
  for (const language of languages) {
    languagesByName.set(language, language)
    languagesByName.set(fold(languageNames[language]), language)
  }

  return {
    findColumn: (header) => columns.get(fold(header)),
    isReason: (header) => reasons.has(fold(header)),
    findSegment: (cell) => segmentsByName.get(fold(cell)),
    findKind: (cell) => kindsByName.get(fold(cell)),
    findLanguage: (cell) => languagesByName.get(fold(cell)) ?? languagesByName.get(fold(cell).slice(0, 2)),
    readInterests: (cell) => {
      const whole = interestsByName.get(fold(cell))
      if (whole) return [whole]
      const parts = cell.split(/[\s,;|/]+/).filter(Boolean)
      return parts.map((part) => interestsByName.get(fold(part)))
    },
    isYes: (cell) => yes.has(fold(cell)),
  }
}

const fold = (text: string) => foldText(text).replace(/[\s_\-*:.]+/g, '')

/**
 * Reads a date: an ISO date, with or without a time, or a date with the year last that has only one reading. Of
 * 3/4/2025 it is unknown which number is the month, so that is not accepted.
 */
export function readMoment(cell: string): Date | undefined {
  const text = cell.trim()
  if (/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) {
    const hasZone = text.length === 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text)
    const date = new Date(hasZone ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`)
    return Number.isNaN(date.getTime()) || !isDay(text.slice(0, 10)) ? undefined : date
  }
  const [, first, second, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  if (!first || !second || !year) return undefined
  const [a, b] = [Number(first), Number(second)]
  if (a <= 12 && b <= 12 && a !== b) return undefined
  const [day, month] = a > 12 ? [a, b] : [b, a]
  const two = (number: number) => String(number).padStart(2, '0')
  return readMoment(`${year}-${two(month)}-${two(day)}`)
}

/** Whether a date exists: 30 February does not. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}
