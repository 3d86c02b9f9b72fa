import styles from './chart.module.css'

interface RangeBarProps {
  least: number
  most: number
  /** Up to where it is pale, beyond the upper bound. */
  whole?: number | undefined
  isThin?: boolean
}

/** A bar, filled up to a lower bound and hatched up to an upper bound, both from 0 to 1. */
export function RangeBar({ least, most, whole, isThin }: RangeBarProps) {
  const width = (part: number) => ({ inlineSize: `${Math.min(1, part) * 100}%` })
  return (
    <div className={styles.range} data-thin={isThin || undefined} aria-hidden="true">
      {whole !== undefined && <span className={styles.rest} style={width(whole)} />}
      <span className={styles.possible} style={width(most)} />
      <span className={styles.certain} style={width(least)} />
    </div>
  )
}
