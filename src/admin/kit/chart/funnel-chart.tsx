import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import styles from './chart.module.css'

export interface FunnelStep {
  key: string
  label: string
  /** What is certain, and what may be. */
  least: number
  most: number
  /** Both in words. */
  value: ReactNode
  /** The share of the step before. */
  rate?: ReactNode
  note?: ReactNode
}

/** How many came from each step to the next. What is certain is full, what is possible is hatched. */
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
