import {
  type ListedDimension,
  type ListedFilters,
  listedDimensions,
  type VisitFigures,
} from '#features/analytics/contract.ts'
import { otherValues } from '#features/analytics/model.ts'
import type { DashboardMetrics } from '#features/dashboard/contract.ts'
import type { Translate } from '#platform/catalogues.ts'
import { isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { unknownCountry } from '#shared/regions.ts'
import type { Days } from '#shared/time/days.ts'

/** The figures of a period and of the one before. People are absent where the filters do not narrow them. */
export interface ReportFigures {
  visits: VisitFigures
  before: VisitFigures
  people?: { now: DashboardMetrics; before: DashboardMetrics }
}

interface ReportReader {
  t: Translate
  language: Language
}

/** The dimensions whose commonest values a report names, and how many of them. */
const named = ['page', 'source', 'country'] as const
const mostNamed = 5
/** What some languages put around a percent sign, and mails replace by spaces. */
const directionMarks = /[\u061c\u200e\u200f]/g

/** Writes the figures of a report as plain lines, with numbers and names as its reader expects them. */
export function writeReport(figures: ReportFigures, filters: ListedFilters, reader: ReportReader): string {
  const { t } = reader
  const name = createNames(reader)
  const count = new Intl.NumberFormat(reader.language)
  const pair = (label: string, value: string) => t('reports:mail.named', { name: label, value })
  const tops = named.map((dimension) => {
    const values = (figures.visits.top[dimension] ?? []).slice(0, mostNamed)
    const lines = values.map(({ value, visits }) => `• ${pair(name(dimension, value), count.format(visits))}`)
    return [...(lines.length > 0 ? [t(`visits:visits.top.${dimension}`)] : []), ...lines]
  })
  const narrowed = listFilters(filters).map(([dimension, value]) =>
    pair(t(`visits:visits.filters.names.${dimension}`), name(dimension, value)),
  )
  return [narrowed, writeFigures(figures, reader), ...tops]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .replace(directionMarks, '')
}

/** Writes a period as its first and its last day, with the month as a word: digits alone mix with text from right to left. */
export function writePeriod({ from, to }: Days, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
    timeZone: 'UTC',
  })
  return format.formatRange(new Date(from), new Date(to))
}

/** The values that figures are narrowed to, in the order of the dashboard’s lists. */
export function listFilters(filters: ListedFilters): [ListedDimension, string][] {
  return listedDimensions.flatMap((dimension): [ListedDimension, string][] => {
    const value = filters[dimension]
    return value === undefined ? [] : [[dimension, value]]
  })
}

function writeFigures({ visits, before, people }: ReportFigures, { t, language }: ReportReader): string[] {
  const number = new Intl.NumberFormat(language)
  const change = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })

  const write = (name: string, value: string, compared: string) =>
    `• ${t('reports:mail.figure', { name, value, compared })}`
  // In words and not by signs, which stand on the wrong side in text from right to left.
  function count(name: string, now: number, was: number): string {
    const then = number.format(was)
    const grown = was > 0 ? now / was - 1 : 0
    const kind = grown > 0 ? 'more' : grown < 0 ? 'less' : 'before'
    const compared = t(`reports:mail.${kind}`, { change: change.format(Math.abs(grown)), before: then })
    return write(name, number.format(now), compared)
  }
  const traffic = [
    count(t('visits:visits.visits'), visits.total.visits, before.total.visits),
    count(t('visits:visits.views'), visits.total.views, before.total.views),
  ]
  if (!people) return traffic
  const [now, was] = [people.now.summary, people.before.summary]
  return [
    ...traffic,
    count(t('dashboard:dashboard.registrations'), now.total_leads, was.total_leads),
    count(t('dashboard:dashboard.signatures'), now.total_signatures, was.total_signatures),
    write(
      t('dashboard:dashboard.conversion'),
      rate.format(now.conversion_rate / 100),
      t('reports:mail.before', { before: rate.format(was.conversion_rate / 100) }),
    ),
  ]
}

/** Creates what names the value of a dimension. */
function createNames({ t, language }: ReportReader) {
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  return (dimension: ListedDimension, value: string): string => {
    if (value === otherValues) return t('visits:visits.others')
    if (dimension === 'country')
      return value === '' || value === unknownCountry
        ? t('visits:visits.unknown')
        : (regions.of(value) ?? value)
    if (dimension === 'language' && isLanguage(value)) return languageNames[value]
    if (dimension === 'device') return t(`visits:visits.devices.${value}`)
    return value === '' ? t('visits:visits.direct') : value
  }
}
