import type { ReactNode } from 'react'
import styles from './chart.module.css'
import { RangeBar } from './range-bar.tsx'

export interface FunnelStep {
  key: string
  label: ReactNode
  /** The lower and the upper bound. */
  least: number
  most: number
  /** Where the bar ends, pale beyond the upper bound; at the upper bound when left out. */
  whole?: number
  /** Both in words. */
  value: ReactNode
  /** What stands below the value. */
  beside?: ReactNode
  /** The share of the previous step. */
  rate?: ReactNode
  note?: ReactNode
}

/** A funnel of steps. The lower bounds are filled, the upper bounds hatched. */
export function FunnelChart({ steps }: { steps: readonly FunnelStep[] }) {
  const [first] = steps
  const most = Math.max(1, first?.whole ?? first?.most ?? 0)
  return (
    <ol className={styles.funnel}>
      {steps.map(({ key, label, value, beside, rate, note, ...counts }) => (
        <li key={key}>
          <p className={styles.step}>
            <span>{label}</span>
            <b>{value}</b>
            {rate}
          </p>
          {beside}
          <RangeBar
            least={counts.least / most}
            most={counts.most / most}
            whole={counts.whole === undefined ? undefined : counts.whole / most}
          />
          {note}
        </li>
      ))}
    </ol>
  )
}
