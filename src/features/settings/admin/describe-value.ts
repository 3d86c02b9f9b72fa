import type { SettingField } from '#admin/kit/settings.ts'
import type { Format } from '#admin/kit/texts/format.ts'
import type { TextKey, Translate } from '#admin/kit/texts/texts.ts'
import type { SecretChange, SettingRevision } from '#features/settings/contract.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { unregistered } from '#site/settings.ts'
import { nameCountry } from '#ui/typesetting.ts'
import { isSameValue, readOrigins, readProfiles, readText, readTexts, type SettingValue } from './values.ts'

interface Reader {
  t: Translate
  format: Format
  language: Language
}

/** A value as people read it; null is the default. */
export function describeValue(field: SettingField | undefined, value: SettingValue, reader: Reader): string {
  const { t, format, language } = reader
  if (field?.kind === 'secret')
    return t(value === null ? 'settings.values.noSecret' : 'settings.values.secret')
  if (value === null) return t('settings.values.default')
  const parts = listParts(field, value)
  if (parts) return parts.length > 0 ? parts.join('\n') : t('settings.values.none')
  if (typeof value === 'boolean') return t(value ? 'settings.values.yes' : 'settings.values.no')
  if (typeof value === 'number')
    return value === 0 && field?.kind === 'number' && field.zero ? t(field.zero) : format.number(value)
  const text = readText(value)
  if (text === '') return t('settings.values.empty')
  if (field?.kind === 'language' && isLanguage(text)) return languageNames[text]
  const choice = field?.kind === 'choice' && field.choices.find((one) => one.value === text)
  if (choice) return t(choice.label)
  if (field?.kind === 'country') return nameCountry(text, language)
  if (field?.kind === 'register' && text === unregistered) return t('settings.values.unregistered')
  return text
}

/** The members of a value that has several; undefined for one that is a whole. */
function listParts(field: SettingField | undefined, value: SettingValue): string[] | undefined {
  switch (field?.kind) {
    case 'localizedLine':
    case 'localizedLines': {
      const texts = readTexts(value)
      return languages.flatMap((code) => (texts[code] ? [`${languageNames[code]}: ${texts[code]}`] : []))
    }
    case 'elsewhere':
    case 'origins':
      return readOrigins(value)
    case 'socialProfiles':
      return readProfiles(value).map(({ network, url }) => `${network}: ${url}`)
    default:
      return undefined
  }
}

interface Difference {
  /** The language, for one of several texts. */
  language?: Language
  before: string
  after: string
}

/** What there is to say of a secret before and after a change. */
const secretWords: Record<SecretChange, { before: TextKey; after: TextKey }> = {
  set: { before: 'settings.values.noSecret', after: 'settings.values.secret' },
  changed: { before: 'settings.values.secret', after: 'settings.values.otherSecret' },
  removed: { before: 'settings.values.secret', after: 'settings.values.noSecret' },
}

type Change = Pick<SettingRevision['changes'][number], 'before' | 'after' | 'secret'>

/** A change the other way round. */
export function reverse<Of extends Change>(change: Of): Of {
  const { before, after, secret } = change
  const reversed = secret === 'set' ? 'removed' : secret === 'removed' ? 'set' : secret
  return { ...change, before: after, after: before, secret: reversed }
}

/** What differs between two values: of texts in several languages, each that differs. */
export function listDifferences(
  field: SettingField | undefined,
  { before, after, secret }: Change,
  reader: Reader,
): Difference[] {
  if (secret !== null) {
    const words = secretWords[secret]
    return [{ before: reader.t(words.before), after: reader.t(words.after) }]
  }
  if (field?.kind !== 'localizedLine' && field?.kind !== 'localizedLines')
    return [{ before: describeValue(field, before, reader), after: describeValue(field, after, reader) }]
  const [old, young] = [readTexts(before), readTexts(after)]
  const nothing = reader.t('settings.values.builtIn')
  return languages
    .filter((code) => !isSameValue(old[code] ?? '', young[code] ?? ''))
    .map((code) => ({ language: code, before: old[code] || nothing, after: young[code] || nothing }))
}
