import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useTags } from './use-tags.ts'

interface TagNamesFieldProps {
  value: string
  error: string | undefined
  onChange: (names: string) => void
}

/** The field for the names of tags, which proposes those that there are. */
export function TagNamesField({ value, error, onChange }: TagNamesFieldProps) {
  const { t } = useTexts()
  const tags = useTags().data ?? []
  const listId = useId()
  return (
    <>
      <TextInput
        size="md"
        label={t('leads.tags.add')}
        description={t('leads.tags.addHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        list={listId}
        maxLength={1000}
        dir="auto"
        value={value}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {tags.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}
