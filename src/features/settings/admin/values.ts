import { z } from 'zod'
import type { SettingField } from '#admin/kit/settings.ts'
import type { Setting } from '#features/settings/contract.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { LocalizedText } from '#shared/text.ts'

/** A value of any setting; null stands for its default. */
export type SettingValue = Setting['value']

const Texts = z.partialRecord(z.enum(languages), z.string())
const Origins = z.array(z.string())
const Profiles = z.array(z.object({ network: z.string(), url: z.string() }))
/** A social profile while it is typed. */
export type TypedProfile = z.infer<typeof Profiles>[number]

/** A value as text; empty for what is none. */
export function readText(value: SettingValue): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A value as texts by language. */
export const readTexts = (value: SettingValue): LocalizedText => Texts.safeParse(value).data ?? {}

/** A value as a list of origins. */
export const readOrigins = (value: SettingValue): string[] => Origins.safeParse(value).data ?? []

/** A value as a list of social profiles. */
export const readProfiles = (value: SettingValue): TypedProfile[] => Profiles.safeParse(value).data ?? []

/** What was typed as a number; what is none stays text, so that it is not lost and the server refuses it. */
export function readNumber(typed: string): number | string {
  const trimmed = typed.trim()
  if (/^\d{1,15}$/.test(trimmed)) return Number(trimmed)
  return groupedNumber.test(trimmed) ? Number(trimmed.replace(/\D/g, '')) : typed
}

// In thousands, as some language groups them.
const groupedNumber = /^\d{1,3}([\s.,’'\u066c]\d{3}){1,4}$/

/** The texts with that of one language replaced. */
export function withText(value: SettingValue, language: Language, text: string): SettingValue {
  return { ...readTexts(value), [language]: text }
}

/** A value without rows and texts that were left empty. */
export function withoutBlanks({ kind }: Pick<SettingField, 'kind'>, value: SettingValue): SettingValue {
  if (value === null) return null
  if (kind === 'localizedLine' || kind === 'localizedLines')
    return Object.fromEntries(Object.entries(readTexts(value)).filter(([, text]) => text.trim() !== ''))
  if (kind === 'origins') return readOrigins(value).filter((origin) => origin.trim() !== '')
  if (kind === 'socialProfiles')
    return readProfiles(value).filter(({ network, url }) => network.trim() + url.trim() !== '')
  return kind === 'mailbox' && readText(value).trim() === '' ? null : value
}

/** Whether two values are equal, whatever the order of their members. */
export function isSameValue(one: SettingValue, other: SettingValue): boolean {
  return canonicalizeJson(one) === canonicalizeJson(other)
}
