import { TextInput } from '@mantine/core'
import { currentZone, toFieldValue } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface DateTimeFieldProps {
  /** The value of the browser's field: a local time without time zone. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A field for a future date and time, with the name of the browser's time zone. It uses the browser's own field. */
export function DateTimeField({ value, error, onChange }: DateTimeFieldProps) {
  const { t } = useTexts()
  return (
    <TextInput
      type="datetime-local"
      size="md"
      data-autofocus
      label={t('dateTime.label')}
      description={t('dateTime.zone', { zone: currentZone() })}
      min={toFieldValue(new Date())}
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
