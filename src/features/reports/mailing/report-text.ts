import type { ListedDimension, ListedFilters, VisitFigures } from '#features/analytics/contract.ts'
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
}

/** Writes a period as its first and its last day. */
export function writePeriod({ from, to }: Days, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

/** The values that figures are narrowed to. */
export function listFilters(filters: ListedFilters): [ListedDimension, string][] {
  return (Object.entries(filters) as [ListedDimension, string | undefined][]).flatMap(([dimension, value]) =>
    value === undefined ? [] : [[dimension, value]],
  )
}

function writeFigures({ visits, before, people }: ReportFigures, { t, language }: ReportReader): string[] {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const change = new Intl.NumberFormat(language, {
    ...({ style: 'percent', signDisplay: 'exceptZero' } as const),
    maximumFractionDigits: 1,
  })
  const write = (value: number) => number.format(value)
  const writeRate = (percentage: number) => percent.format(percentage / 100)

  function compare(label: string, now: number, was: number, form = write): string {
    const then = t('admin:chart.before', { value: form(was) })
    // There is no change of nothing.
    const compared =
      was > 0 ? t('admin:chart.change', { change: change.format(now / was - 1), before: then }) : then
    return `• ${t('reports:mail.figure', { name: label, value: form(now), before: compared })}`
  }
  const traffic = [
    compare(t('visits:visits.visits'), visits.total.visits, before.total.visits),
    compare(t('visits:visits.views'), visits.total.views, before.total.views),
  ]
  if (!people) return traffic
  const [now, was] = [people.now.summary, people.before.summary]
  return [
    ...traffic,
    compare(t('dashboard:dashboard.registrations'), now.total_leads, was.total_leads),
    compare(t('dashboard:dashboard.signatures'), now.total_signatures, was.total_signatures),
    compare(t('dashboard:dashboard.conversion'), now.conversion_rate, was.conversion_rate, writeRate),
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
