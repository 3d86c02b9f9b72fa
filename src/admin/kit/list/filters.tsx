import { NativeSelect, TextInput } from '@mantine/core'
import { ChevronIcon, SearchIcon } from '#admin/kit/icons.tsx'

interface SearchFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The search field of a list. */
export function SearchFilter({ label, value, onChange }: SearchFilterProps) {
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={200}
    />
  )
}

interface SelectFilterProps {
  label: string
  /** The label of the option without a filter. */
  any: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A filter of a list: one of its values, or any. */
export function SelectFilter({ label, any, options, value, onChange }: SelectFilterProps) {
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      rightSection={<ChevronIcon />}
      value={value}
      data={[{ value: '', label: any }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
