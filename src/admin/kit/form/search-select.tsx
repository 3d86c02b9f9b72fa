import '@mantine/core/styles/Combobox.layer.css'
import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { matchesQuery } from '#shared/fold-text.ts'
import styles from './chip-field.module.css'

interface SearchSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'maw'> {
  options: readonly { value: string; label: string }[]
  value: string
  disabled?: boolean
  placeholder?: string
  /** What is shown when no option matches. */
  nothing: string
  /** Codes and names that are written from left to right in every language. */
  isCode?: boolean
  onChange: (value: string) => void
}

const isItem = (option: object): option is ComboboxItem => 'value' in option
const filterOptions: OptionsFilter = ({ options, search }) =>
  options.filter((option) => isItem(option) && matchesQuery(option.label, search))

/** A choice among more values than one wants to scroll through: typing narrows them, whatever the accents. */
export function SearchSelect({ options, nothing, isCode, value, onChange, ...props }: SearchSelectProps) {
  return (
    <Select
      size="md"
      searchable
      withScrollArea={false}
      withCheckIcon={false}
      // The list stays within the landmark of its field.
      comboboxProps={{ withinPortal: false, offset: -1 }}
      classNames={{ dropdown: styles.dropdown, options: styles.options }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      errorProps={{ role: 'alert' }}
      rightSection={<ChevronIcon />}
      rightSectionPointerEvents="none"
      nothingFoundMessage={nothing}
      dir={isCode ? 'ltr' : undefined}
      data={[...options]}
      filter={filterOptions}
      value={value === '' ? null : value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      {...props}
    />
  )
}
