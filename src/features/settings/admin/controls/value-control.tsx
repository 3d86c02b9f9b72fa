import { NativeSelect } from '@mantine/core'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import type { SettingKind } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readText } from '#features/settings/admin/values.ts'
import { type ControlProps, fieldLook } from './control.ts'

type OneOf = Extract<SettingKind, { kind: 'choice' }>

/** A choice among the few values that a setting can have. */
export function ValueControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps<OneOf>) {
  const { t } = useTexts()
  return (
    <NativeSelect
      {...fieldLook}
      label={t(field.label)}
      description={field.hint && t(field.hint)}
      error={errors['']}
      disabled={readOnly}
      rightSection={<ChevronIcon />}
      value={readText(value ?? fallback)}
      data={field.choices.map((choice) => ({ value: choice.value, label: t(choice.label) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
