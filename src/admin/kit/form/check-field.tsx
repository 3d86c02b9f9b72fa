import styles from './form.module.css'

interface CheckFieldProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (isChecked: boolean) => void
}

/** One checkbox with its label. */
export function CheckField({ label, checked, disabled = false, onChange }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
