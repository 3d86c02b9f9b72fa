import { ChipField } from '#admin/kit/form/chip-field.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { proposeTags, readTagField, type TagField, writeTagField } from './tag-field.ts'
import { useTags } from './use-tags.ts'

interface TagNamesFieldProps {
  /** Whom the tags are for, when that is not plain. */
  label?: string
  hint?: string
  /** The names with commas between them. */
  value: string
  error: string | undefined
  onChange: (names: string) => void
}

/** The field for the names of tags: each becomes a chip at a comma or Enter, and those that there are are proposed. */
export function TagNamesField({ label, hint, value, error, onChange }: TagNamesFieldProps) {
  const { t } = useTexts()
  const known = (useTags().data ?? []).map(({ name }) => name)
  const field = readTagField(value, known)
  const { names, typed } = field
  const { proposals, isNew } = proposeTags(field, known)
  const name = typed.trim()
  const change = (changes: Partial<TagField>) => onChange(writeTagField({ ...field, ...changes }))
  return (
    <ChipField
      label={label ?? t('leads.tags.add')}
      hint={hint ?? t('leads.tags.addHint')}
      error={error}
      chips={names.map((one) => ({ value: one, label: one }))}
      typed={typed}
      optionsLabel={t('leads.tags.proposals')}
      options={[
        ...proposals.map((one) => ({ value: one, label: one })),
        ...(isNew ? [{ value: name, label: t('leads.tags.create', { name }) }] : []),
      ]}
      entered={name || undefined}
      onType={(text) => change({ typed: text })}
      onAdd={(one) => change({ names: [...names, one], typed: '' })}
      onRemove={(removed) => change({ names: names.filter((one) => one !== removed) })}
    />
  )
}
