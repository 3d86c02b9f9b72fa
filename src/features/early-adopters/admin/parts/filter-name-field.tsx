import { TextInput } from '@mantine/core'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { longestFilterName } from '#features/early-adopters/saved-filters/contract.ts'

interface FilterNameFieldProps {
  value: string
  error: string | undefined
  onChange: (name: string) => void
}

/** The field for the name of a saved filter. */
export function FilterNameField({ value, error, onChange }: FilterNameFieldProps) {
  const { t } = useTexts()
  return (
    <TextInput
      data-autofocus
      size="md"
      label={t('leads.saved.name')}
      description={t('leads.saved.nameHint')}
      maxLength={longestFilterName}
      dir="auto"
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
