import styles from './layout.module.css'

interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** The value in words; by default a percentage. */
  text?: string
}

/** A progress bar. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <progress
      className={styles.progress}
      aria-label={label}
      aria-valuetext={text}
      max={Math.max(1, max)}
      value={Math.min(value, max)}
    />
  )
}
