import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import styles from './chart.module.css'
import { RangeBar } from './range-bar.tsx'

export interface FunnelStep {
  key: string
  label: string
  /** The lower and the upper bound. */
  least: number
  most: number
  /** Both in words. */
  value: ReactNode
  /** The share of the previous step. */
  rate?: ReactNode
  note?: ReactNode
}

/** A funnel of steps. The lower bounds are filled, the upper bounds hatched. */
export function FunnelChart({ steps }: { steps: readonly FunnelStep[] }) {
  const share = scaleLinear([0, Math.max(1, steps[0]?.most ?? 0)], [0, 1])
  return (
    <ol className={styles.funnel}>
      {steps.map(({ key, label, least, most, value, rate, note }) => (
        <li key={key}>
          <p className={styles.step}>
            <span>{label}</span>
            <b>{value}</b>
            {rate}
          </p>
          <RangeBar least={share(least)} most={share(most)} />
          {note}
        </li>
      ))}
    </ol>
  )
}
