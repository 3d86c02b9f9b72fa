import { PersonalData } from '#features/early-adopters/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { PageFacts, Translate } from '#site/contract.ts'
import { formatDay } from '#ui/moment.ts'
import { siteLocale } from '#ui/typesetting.ts'

/** A value as the page shows it: a text, a list, or values with their labels. */
export type Shown = string | { items: Shown[] } | { facts: [label: string, value: Shown][] }

interface Reader {
  language: Language
  facts: Pick<PageFacts, 'timeZone'>
  t: Translate
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/**
 * The parts of a lead's data that the page has no view of its own for, made readable. Titles and labels are the texts
 * `rights:parts.<part>.title` and `rights:parts.<part>.fields.<field>`; without such a text, the names in the data.
 */
export function listOtherParts(data: PersonalData, reader: Reader): [title: string, value: Shown][] {
  const { t } = reader
  return Object.entries(data)
    .filter(([part]) => !Object.hasOwn(PersonalData.shape, part))
    .map(([part, value]) => {
      const label = (field: string) =>
        t(`rights:parts.${part}.fields.${field}`, { defaultValue: readableName(field) })
      const title = t(`rights:parts.${part}.title`, { defaultValue: readableName(part) })
      return [title, describe(value, { ...reader, label })]
    })
}

function describe(value: unknown, options: Reader & { label(field: string): string }): Shown {
  const { language, facts, t, label } = options
  if (typeof value === 'boolean') return t(value ? 'rights:values.yes' : 'rights:values.no')
  if (typeof value === 'number') return formatNumber(value, language)
  if (typeof value === 'string' && moment.test(value)) return formatDay(value, language, facts.timeZone)
  if (Array.isArray(value) && value.length > 0) return { items: value.map((item) => describe(item, options)) }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return { facts: Object.entries(value).map(([field, of]) => [label(field), describe(of, options)]) }
  }
  return typeof value === 'string' && value !== '' ? value : t('rights:values.none')
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
