import type { SettingField, SettingKind } from '#admin/kit/settings.ts'
import type { SettingValue } from '#features/settings/admin/values.ts'
import type { Setting } from '#features/settings/contract.ts'
import type { Language } from '#shared/languages.ts'

/** What every control of a setting gets. */
export interface ControlProps<Kind extends SettingKind = SettingKind> {
  field: SettingField & Kind
  /** As it is saved. */
  setting: Setting
  /** Null for the default. */
  value: SettingValue
  /** The default. */
  fallback: SettingValue
  /** The server's errors by what follows the key of the setting: empty for the setting as a whole. */
  errors: Readonly<Record<string, string>>
  /** The language of the texts that are shown. */
  language: Language
  readOnly: boolean
  onChange: (value: SettingValue) => void
}

type Part = 'label' | 'input' | 'description' | 'error'

/** What all fields of Mantine have in common here. */
export const fieldLook: { size: 'md'; inputWrapperOrder: Part[]; errorProps: { role: 'alert' } } = {
  size: 'md',
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  errorProps: { role: 'alert' },
}
