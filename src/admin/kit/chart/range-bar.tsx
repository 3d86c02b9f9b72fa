import styles from './chart.module.css'

/** A bar, full up to what is certain and hatched up to what is possible, both as parts of 1. */
export function RangeBar({ least, most, isThin }: { least: number; most: number; isThin?: boolean }) {
  const width = (part: number) => ({ inlineSize: `${Math.min(1, part) * 100}%` })
  return (
    <div className={styles.range} data-thin={isThin || undefined} aria-hidden="true">
      <span className={styles.possible} style={width(most)} />
      <span className={styles.certain} style={width(least)} />
    </div>
  )
}
