import type { TextKey } from '#admin/kit/texts/texts.ts'

/** The screens that settings are on, in their order. */
export const settingSections = [
  'general',
  'seo',
  'social',
  'translation',
  'documents',
  'signatures',
  'backups',
  'api',
] as const
export type SettingSection = (typeof settingSections)[number]

/** How a setting is edited. */
export type SettingKind =
  | { kind: 'line' | 'lines' | 'localizedLine' | 'localizedLines'; limit: number }
  /** Where `0` has a meaning of its own, `zero` says it. */
  | { kind: 'number'; zero?: TextKey }
  /** `says` is the sentence beside its checkbox. */
  | { kind: 'switch'; says: TextKey }
  /** `mailbox` goes back to the default when it is emptied. */
  | { kind: 'email' | 'mailbox' }
  /** A password, key or token, which is never shown. */
  | { kind: 'secret'; limit: number }
  /** One of several values. */
  | { kind: 'choice'; choices: readonly { value: string; label: TextKey }[] }
  /** It is changed on a screen of its own. */
  | { kind: 'elsewhere'; to: string }
  | { kind: 'language' | 'timeZone' | 'country' | 'origins' | 'socialProfiles' | 'register' }

/** A setting as the panel shows it. Each feature lists its own in `admin/settings.ts`. */
export type SettingField = SettingKind & {
  /** Its name in the API. */
  key: string
  section: SettingSection
  /** The heading that it stands under. Groups are in the order of their first fields. */
  group: TextKey
  /** Its position within the section. */
  order: number
  label: TextKey
  hint?: TextKey
  /** Whether it shows how many characters are used. */
  isCounted?: boolean
  /** It is written from left to right in every language, such as a code. */
  isCode?: boolean
  /** What a new value of a dangerous setting does, asked before it is saved. Variables: `number` and `list`. */
  danger?: (value: unknown) => TextKey
}
