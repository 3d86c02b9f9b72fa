import { TextInput } from '@mantine/core'
import { currentZone, toFieldValue } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface DateTimeFieldProps {
  /** As the browser's own field has it: no time zone, which is that of the browser. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A date and time to come, in this browser's time zone, which it names. The browser's own field is the lightest. */
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
