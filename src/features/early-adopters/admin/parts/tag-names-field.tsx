import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useTags } from './use-tags.ts'

interface TagNamesFieldProps {
  /** Whom the tags are for, when that is not plain. */
  label?: string
  hint?: string
  value: string
  error: string | undefined
  onChange: (names: string) => void
}

/** The field for the names of tags, which proposes those that there are. */
export function TagNamesField({ label, hint, value, error, onChange }: TagNamesFieldProps) {
  const { t } = useTexts()
  const tags = useTags().data ?? []
  const listId = useId()
  return (
    <>
      <TextInput
        size="md"
        label={label ?? t('leads.tags.add')}
        description={hint ?? t('leads.tags.addHint')}
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
