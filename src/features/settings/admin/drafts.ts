import type { SettingField } from '#admin/kit/settings.ts'
import type { Setting, SettingChanges } from '#features/settings/contract.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { isSameValue, type SettingValue, withoutBlanks } from './values.ts'

/** What was typed for a setting and is not saved yet. */
interface Draft {
  value: SettingValue
  /** The version that it was begun upon. */
  begun: number
  /** The newest version that whoever typed it has been told of. */
  seen: number
}
/** The unsaved values by the keys of their settings. */
export type Drafts = Readonly<Record<string, Draft>>

/** A setting together with how it is shown. */
export interface ShownSetting {
  field: SettingField
  setting: Setting
}

/** The settings of a section that the server knows too, in the order in which they are shown. */
export function joinSettings(fields: readonly SettingField[], settings: readonly Setting[]): ShownSetting[] {
  return fields.flatMap((field) => {
    const setting = settings.find(({ key }) => key === field.key)
    return setting ? [{ field, setting }] : []
  })
}

/** Stands for a secret that is stored, which nobody is shown. */
export const keptSecret = true

/** Whether a secret is stored, be it one that has to be entered again. */
export function isSecretStored({ is_secret, is_unreadable, source }: Setting): boolean {
  return is_secret && (source === 'stored' || is_unreadable)
}

/** A value as it is sent: null for the default. A secret of which nothing has been typed stays as it is. */
function normalize({ field, setting }: ShownSetting, value: SettingValue): SettingValue {
  if (setting.is_secret && typeof value === 'string' && value.trim() === '')
    return savedValue({ field, setting })
  const clean = withoutBlanks(field, value)
  return isSameValue(clean, setting.default) ? null : clean
}

/** The saved value; null for the default. */
export function savedValue({ field, setting }: ShownSetting): SettingValue {
  if (setting.is_secret) return isSecretStored(setting) ? keptSecret : null
  return setting.source === 'default' ? null : normalize({ field, setting }, setting.value)
}

/** The value in the form; null for the default. */
export function draftedValue(shown: ShownSetting, drafts: Drafts): SettingValue {
  const draft = drafts[shown.setting.key]
  return draft ? draft.value : savedValue(shown)
}

/** The value of a setting in the form; its default where there is no other. */
export function readDrafted(shown: readonly ShownSetting[], drafts: Drafts, key: string): SettingValue {
  const one = shown.find(({ setting }) => setting.key === key)
  return one ? (draftedValue(one, drafts) ?? one.setting.default) : null
}

/** Whether the value in the form is another than the default. */
export function isOwnValue(shown: ShownSetting, drafts: Drafts): boolean {
  return normalize(shown, draftedValue(shown, drafts)) !== null
}

/** The drafts after something was typed. */
export function edit(drafts: Drafts, { setting }: ShownSetting, value: SettingValue): Drafts {
  const { begun, seen } = drafts[setting.key] ?? { begun: setting.version, seen: setting.version }
  return { ...drafts, [setting.key]: { value, begun, seen } }
}

/** Whether somebody else has saved the setting since its draft was begun. */
export function isOvertaken(shown: ShownSetting, drafts: Drafts): boolean {
  const draft = drafts[shown.setting.key]
  return draft !== undefined && draft.begun !== shown.setting.version && isChanged(shown, drafts)
}

/** Whether a draft differs from what is saved. */
export function isChanged(shown: ShownSetting, drafts: Drafts): boolean {
  const draft = drafts[shown.setting.key]
  return (
    draft !== undefined &&
    shown.setting.source !== 'environment' &&
    !isSameValue(normalize(shown, draft.value), savedValue(shown))
  )
}

/** Whether a secret is removed by what there is to save, since the address that it belongs to becomes another. */
export function isLost({ setting }: ShownSetting, changes: readonly ShownSetting[]): boolean {
  const isChanging = (key: string | null) => changes.some((one) => one.setting.key === key)
  return isSecretStored(setting) && isChanging(setting.belongs_to) && !isChanging(setting.key)
}

/** The languages whose text differs from the saved one. */
export function listUnsavedLanguages(shown: readonly ShownSetting[], drafts: Drafts): Language[] {
  const found = new Set<Language>()
  for (const one of shown.filter((candidate) => isChanged(candidate, drafts))) {
    const [before, after] = [savedValue(one), normalize(one, draftedValue(one, drafts))].map(membersOf)
    for (const code of Object.keys({ ...before, ...after }))
      if (isLanguage(code) && before?.[code] !== after?.[code]) found.add(code)
  }
  return [...found]
}

function membersOf(value: SettingValue): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

/** What there is to save, in the order in which it is shown. */
export function listChanges(
  shown: readonly ShownSetting[],
  drafts: Drafts,
): (ShownSetting & { change: SettingChanges['changes'][number] })[] {
  return shown.flatMap((one) => {
    const draft = drafts[one.setting.key]
    if (!draft || !isChanged(one, drafts)) return []
    const { key } = one.setting
    return [{ ...one, change: { key, value: normalize(one, draft.value), version: draft.seen } }]
  })
}

/** The drafts without empty rows, so that the server's errors name the rows that are shown. */
export function tidy(drafts: Drafts, shown: readonly ShownSetting[]): Drafts {
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => {
      const field = shown.find(({ setting }) => setting.key === key)?.field
      return [key, field ? { ...draft, value: withoutBlanks(field, draft.value) } : draft]
    }),
  )
}

/** The drafts that are left once some have been saved; what was typed in the meantime stays. */
export function settle(drafts: Drafts, saved: Drafts): Drafts {
  return Object.fromEntries(
    Object.entries(drafts).filter(([key, { value }]) => {
      const before = saved[key]
      return before === undefined || !isSameValue(before.value, value)
    }),
  )
}

/** The drafts once whoever typed them has been told of the newest versions. */
export function acknowledge(drafts: Drafts, settings: readonly Setting[]): Drafts {
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => [
      key,
      { ...draft, seen: settings.find((setting) => setting.key === key)?.version ?? draft.seen },
    ]),
  )
}

/** The errors of one setting, by what follows its key: empty for the setting as a whole. */
export function errorsOf(key: string, errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      if (field === key) return [['', message]]
      return field.startsWith(`${key}.`) ? [[field.slice(key.length + 1), message]] : []
    }),
  )
}

/** The setting of the first error in the order in which they are shown, and the language that it is in. */
export function findFirstError(
  shown: readonly ShownSetting[],
  errors: Readonly<Record<string, string>>,
): { key: string; language: Language | undefined } | undefined {
  for (const { setting } of shown) {
    const [path] = Object.keys(errorsOf(setting.key, errors))
    if (path !== undefined) return { key: setting.key, language: isLanguage(path) ? path : undefined }
  }
  return undefined
}
