import styles from './chart.module.css'

/** A bar, filled up to a lower bound and hatched up to an upper bound, both from 0 to 1. */
export function RangeBar({ least, most, isThin }: { least: number; most: number; isThin?: boolean }) {
  const width = (part: number) => ({ inlineSize: `${Math.min(1, part) * 100}%` })
  return (
    <div className={styles.range} data-thin={isThin || undefined} aria-hidden="true">
      <span className={styles.possible} style={width(most)} />
      <span className={styles.certain} style={width(least)} />
    </div>
  )
}
