import { TextInput } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { currentZone, toFieldValue } from './moment.ts'

interface MomentFieldProps {
  /** As the browser's own field has it: no time zone, which is that of the browser. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A date and time to come, in this browser's time zone, which it names. */
export function MomentField({ value, error, onChange }: MomentFieldProps) {
  const { t } = useTexts()
  return (
    <TextInput
      type="datetime-local"
      size="md"
      data-autofocus
      label={t('moment.time')}
      description={t('moment.zone', { zone: currentZone() })}
      min={toFieldValue(new Date())}
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
