import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { ShownSetting } from './drafts.ts'
import { readOrigins, type SettingValue } from './values.ts'

/** What a new value of a dangerous setting does, in words; undefined for a harmless setting. */
export function describeDanger(
  { field, setting }: ShownSetting,
  value: SettingValue,
  { t, format }: { t: Translate; format: Format },
): string | undefined {
  if (!setting.is_dangerous) return undefined
  const next = value ?? setting.default
  if (!field.danger) return t('settings.danger.other', { name: t(field.label) })
  return t(field.danger(next), {
    number: typeof next === 'number' ? format.number(next) : '',
    list: format.list(readOrigins(next)),
  })
}
