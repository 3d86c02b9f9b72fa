import { useId } from 'react'
import styles from './form.module.css'

interface SegmentedProps<Value extends string | number> {
  legend: string
  /** Whether the legend is visible; otherwise it is for screen readers only. */
  showsLegend?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons side by side. Mantine's `SegmentedControl` has no `fieldset` and is animated. */
export function Segmented<Value extends string | number>(props: SegmentedProps<Value>) {
  const { legend, showsLegend, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.segmented} data-legend={showsLegend || undefined}>
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
