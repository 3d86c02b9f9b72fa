import { useState } from 'react'
import { ChipField } from '#admin/kit/form/chip-field.tsx'
import { Choices } from '#admin/kit/form/choices.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { matchesQuery } from '#shared/fold-text.ts'

/** More tags than these are chosen by typing: checkboxes would be a wall. */
const mostCheckboxes = 12

interface TagPickerProps {
  label: string
  hint?: string
  choices: readonly { value: string; label: string }[]
  /** The ids of tags. */
  chosen: readonly string[]
  disabled?: boolean
  onChange: (ids: string[]) => void
}

/** The choice of some tags: a few are checkboxes, of many those that fit what is typed are proposed. */
export function TagPicker({ label, hint, choices, chosen, disabled = false, onChange }: TagPickerProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  if (choices.length <= mostCheckboxes)
    return (
      <Choices
        legend={label}
        values={choices.map(({ value }) => value)}
        chosen={chosen}
        label={(id) => <bdi>{choices.find(({ value }) => value === id)?.label}</bdi>}
        disabled={disabled}
        onChange={onChange}
      />
    )
  const options = choices.filter((one) => !chosen.includes(one.value) && matchesQuery(one.label, typed))
  return (
    <ChipField
      label={label}
      hint={hint}
      disabled={disabled}
      chips={choices.filter(({ value }) => chosen.includes(value))}
      typed={typed}
      optionsLabel={t('leads.tags.proposals')}
      options={options}
      entered={typed.trim() === '' ? undefined : options[0]?.value}
      onType={setTyped}
      onAdd={(id) => {
        setTyped('')
        onChange([...chosen, id])
      }}
      onRemove={(id) => onChange(chosen.filter((one) => one !== id))}
    />
  )
}
