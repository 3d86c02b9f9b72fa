import { PersonalData } from '#features/early-adopters/contract.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { PageFacts, Translate } from '#site/contract.ts'
import { formatDay } from '#ui/moment.ts'
import { nameCountry, nameLanguage, siteLocale } from '#ui/typesetting.ts'

/** A value as the page shows it: a text, a list, or values with their labels. */
export type Shown = string | { items: Shown[] } | { facts: [label: string, value: Shown][] }

interface Reader {
  language: Language
  facts: Pick<PageFacts, 'timeZone'>
  t: Translate
}

/** How codes are written. Longer texts are a person's own words. */
const shortCode = /^([a-z]{2,20}|[A-Z]{2,20})$/

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/**
 * The parts of a lead's data that the page has no view of its own for, made readable. Titles, labels and codes are the texts
 * `rights:parts.<part>.title`, `….fields.<field>` and `….values.<field>.<code>`; without such a text, what the data says.
 */
export function listOtherParts(data: object, reader: Reader): [title: string, value: Shown][] {
  const { t } = reader
  return Object.entries(data)
    .filter(([part]) => !Object.hasOwn(PersonalData.shape, part))
    .map(([part, value]) => {
      const label = (field: string) =>
        t(`rights:parts.${part}.fields.${field}`, { defaultValue: readableName(field) })
      const nameCode = (field: string, code: string) =>
        t(`rights:parts.${part}.values.${field}.${code}`, {
          defaultValue: nameKnownCode(field, code, reader.language),
        })
      const title = t(`rights:parts.${part}.title`, { defaultValue: readableName(part) })
      return [title, describe(value, { ...reader, label, nameCode })]
    })
}

interface Namer extends Reader {
  label(field: string): string
  nameCode(field: string, code: string): string
}

function describe(value: unknown, options: Namer, field?: string): Shown {
  const { language, facts, t, label, nameCode } = options
  if (typeof value === 'boolean') return t(value ? 'rights:values.yes' : 'rights:values.no')
  if (typeof value === 'number') return formatNumber(value, language)
  if (typeof value === 'string' && moment.test(value)) return formatDay(value, language, facts.timeZone)
  if (Array.isArray(value) && value.length > 0) return { items: value.map((item) => describe(item, options)) }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return { facts: Object.entries(value).map(([field, of]) => [label(field), describe(of, options, field)]) }
  }
  if (typeof value !== 'string' || value === '') return t('rights:values.none')
  return field !== undefined && shortCode.test(value) ? nameCode(field, value) : value
}

/** A country or a language by its name. The United Kingdom has another code in forms than in ISO 3166-1. */
function nameKnownCode(field: string, value: string, language: Language): string {
  if (field === 'country') return nameCountry(value === 'UK' ? 'GB' : value, language)
  return field === 'language' && isLanguage(value) ? nameLanguage(value, language) : value
}

/** A number as a language writes it. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(siteLocale(language)).format(value)
}

/** `lastSeen_at` as `Last seen at`. */
function readableName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
