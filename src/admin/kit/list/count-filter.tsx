import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './count-filter.module.css'

interface CountFilterProps<Value extends string> {
  label: string
  /** Their counts; `undefined` as a value stands for all. */
  options: readonly { value: Value | undefined; label: string; count: number | undefined }[]
  chosen: Value | undefined
  isBusy?: boolean
  onChoose: (value: Value | undefined) => void
}

/** How many there are of each kind; pressing one narrows the list to it. */
export function CountFilter<Value extends string>(props: CountFilterProps<Value>) {
  const { label, options, chosen, isBusy, onChoose } = props
  const { format } = useTexts()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are buttons
    <div role="group" className={styles.counts} aria-label={label} aria-busy={isBusy}>
      {options.map((option) => (
        <button
          key={option.value ?? ''}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          <b>{option.count === undefined ? '–' : format.number(option.count)}</b> {option.label}
        </button>
      ))}
    </div>
  )
}
