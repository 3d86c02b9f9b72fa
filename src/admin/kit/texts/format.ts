import { currentZone } from '#admin/kit/moment.ts'
import type { Language } from '#shared/languages.ts'

/** Formats numbers, dates and lists for one language. */
export interface Format {
  number(value: number): string
  percent(share: number): string
  /** One share when both limits are written alike. */
  percentRange(least: number, most: number): string
  /** A percentage from 0 to 100 with up to two decimals. */
  rate(percentage: number): string
  /** A share with its sign: by how much something has grown. */
  change(share: number): string
  /** A number of seconds or milliseconds, with its unit. */
  unit(value: number, unit: 'minute' | 'second' | 'millisecond'): string
  date(iso: string): string
  /** A day as `2026-03-29`, whatever the time zone. */
  day(day: string): string
  dateTime(iso: string): string
  time(iso: string): string
  list(items: string[]): string
}

/** Makes the formats of a language, with times in the time zone of the panel. They are costly, so they are kept. */
export function createFormat(language: Language): Format {
  const timeZone = currentZone()
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })
  const change = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone })
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    percentRange(least, most) {
      const limit = percent.format(most)
      return percent.format(least) === limit ? limit : percent.formatRange(least, most)
    },
    change: (share) => change.format(share),
    rate: (percentage) => rate.format(percentage / 100),
    unit: (value, unit) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    day: (iso) => day.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    list: (items) => list.format(items),
  }
}
