import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import styles from './chip-field.module.css'

interface Item {
  value: string
  label: string
}

interface ChipFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  disabled?: boolean
  chips: readonly Item[]
  /** The text that is being typed. */
  typed: string
  /** What is proposed for it, and what that list is called. */
  optionsLabel: string
  options: readonly Item[]
  /** What Enter adds while no option is marked; without it, Enter submits the form. */
  entered: string | undefined
  onType: (text: string) => void
  onAdd: (value: string) => void
  onRemove: (value: string) => void
}

/** A text field whose values are chips; it proposes further ones as one types. */
export function ChipField(props: ChipFieldProps) {
  const { label, hint, error, disabled = false, chips, typed, options, onAdd, onRemove } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })

  function type(text: string) {
    props.onType(text)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }

  function add(value: string) {
    onAdd(value)
    combobox.closeDropdown()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter and Backspace belong to an input method while it composes a word.
    if (event.nativeEvent.isComposing) return
    const last = chips.at(-1)
    if (event.key === 'Backspace' && typed === '' && last) {
      event.preventDefault()
      onRemove(last.value)
    }
    const isMarked = combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1
    if (event.key === 'Enter' && props.entered !== undefined && !isMarked) {
      event.preventDefault()
      add(props.entered)
    }
  }

  return (
    // The list stays within the landmark or the dialog of its field.
    <Combobox store={combobox} onOptionSubmit={add} disabled={disabled} offset={-1} withinPortal={false}>
      <Combobox.DropdownTarget>
        <PillsInput
          size="md"
          label={label}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          errorProps={{ role: 'alert' }}
          disabled={disabled}
          classNames={{ input: styles.field }}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {chips.map((chip) => (
              <Pill
                key={chip.value}
                className={styles.chip ?? ''}
                withRemoveButton={!disabled}
                onRemove={() => onRemove(chip.value)}
              >
                <bdi>{chip.label}</bdi>
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                dir="auto"
                maxLength={1000}
                autoComplete="off"
                aria-autocomplete="list"
                value={typed}
                onChange={(event) => type(event.currentTarget.value)}
                onKeyDown={onKeyDown}
                onBlur={() => combobox.closeDropdown()}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Proposals label={props.optionsLabel} options={options} />
    </Combobox>
  )
}

function Proposals({ label, options }: { label: string; options: readonly Item[] }) {
  return (
    <Combobox.Dropdown className={styles.dropdown ?? ''} hidden={options.length === 0}>
      <Combobox.Options className={styles.options ?? ''} aria-label={label}>
        {options.map((option) => (
          <Combobox.Option key={option.value} value={option.value}>
            <bdi>{option.label}</bdi>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
