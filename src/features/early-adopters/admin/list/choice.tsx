import { NativeSelect } from '@mantine/core'
import { ChevronIcon } from '#admin/kit/icons.tsx'

interface ChoiceProps<Value extends string> {
  label: string
  /** The label of the empty choice, where there is one. */
  any?: string
  value: Value | undefined
  choices: { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
}

/** A filter of the list: one of its values, or none. */
export function Choice<Value extends string>({ label, any, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      rightSection={<ChevronIcon />}
      value={value ?? ''}
      data={any ? [{ value: '', label: any }, ...choices] : choices}
      onChange={({ currentTarget }) =>
        onChange(choices.find((choice) => choice.value === currentTarget.value)?.value)
      }
    />
  )
}
