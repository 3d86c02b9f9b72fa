import type { ReactNode } from 'react'
import styles from './form.module.css'

interface ChoicesProps<Value extends string> {
  legend: string
  values: readonly Value[]
  chosen: readonly Value[]
  /** Those that nobody can choose now. */
  unavailable?: readonly Value[]
  label: (value: Value) => ReactNode
  disabled?: boolean
  onChange: (values: Value[]) => void
}

/** A group of checkboxes. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, values, chosen, unavailable = [], label, disabled, onChange } = props
  const toggle = (value: Value) =>
    onChange(values.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={unavailable.includes(value)}
            onChange={() => toggle(value)}
          />
          {label(value)}
        </label>
      ))}
    </fieldset>
  )
}
