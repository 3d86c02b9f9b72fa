import styles from './layout.module.css'

interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** What the bar says in words; as a percentage unless said otherwise. */
  text?: string
}

/** How far something has come. */
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
