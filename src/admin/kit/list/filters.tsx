import { NativeSelect, TextInput } from '@mantine/core'
import { ChevronIcon, SearchIcon } from '#admin/kit/icons.tsx'

interface SearchFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The field that a list is searched with. */
export function SearchFilter({ label, value, onChange }: SearchFilterProps) {
  return (
    <TextInput
      type="search"
      size="md"
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
  /** What stands for no filter. */
  any: string
  options: readonly { value: string; label: string }[]
  value: string
  size?: 'sm' | 'md'
  onChange: (value: string) => void
}

/** One of the values that a list can be narrowed to, or any. */
export function SelectFilter({ label, any, options, value, size = 'md', onChange }: SelectFilterProps) {
  return (
    <NativeSelect
      size={size}
      aria-label={label}
      rightSection={<ChevronIcon />}
      value={value}
      data={[{ value: '', label: any }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
