import { Textarea, TextInput } from '@mantine/core'
import type { SettingField } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readNumber, readText } from '#features/settings/admin/values.ts'
import { type ControlProps, fieldLook } from './control.ts'
import { useDescription } from './use-description.ts'

/** A line, several lines, an address or a number. */
export function TextControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t } = useTexts()
  // An empty mailbox is the default, which is shown in its place.
  const text = readText(field.kind === 'mailbox' ? value : (value ?? fallback))
  const description = useDescription(field, text)
  const props = {
    ...fieldLook,
    label: t(field.label),
    description,
    value: text,
    readOnly,
    error: errors[''],
    dir: directionOfKind(field),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(field.kind === 'number' ? readNumber(currentTarget.value) : currentTarget.value),
  }
  switch (field.kind) {
    case 'lines':
      return <Textarea {...props} maxLength={field.limit} rows={4} />
    case 'number':
      return (
        <TextInput
          {...props}
          maw="20rem"
          inputMode="numeric"
          description={text === '0' && field.zero ? `${t(field.zero)}. ${description}` : description}
        />
      )
    case 'email':
    case 'mailbox':
      return (
        <TextInput
          {...props}
          type="email"
          maxLength={254}
          autoComplete="off"
          placeholder={field.kind === 'mailbox' ? readText(fallback) : undefined}
        />
      )
    default:
      return <TextInput {...props} maxLength={field.kind === 'line' ? field.limit : undefined} />
  }
}

function directionOfKind({ kind, isCode }: Pick<SettingField, 'kind' | 'isCode'>): 'ltr' | 'auto' {
  return isCode || kind === 'email' || kind === 'mailbox' || kind === 'number' ? 'ltr' : 'auto'
}
