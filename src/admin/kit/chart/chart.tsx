import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './chart.module.css'
import { ChartDownloads } from './chart-downloads.tsx'
import { bandPath, type ChartScale, createChartScale, linePath, pickLabels } from './chart-scale.ts'

export interface Series {
  key: string
  label: string
  /** One value for each point. */
  values: readonly number[]
  /** Upper bounds, if the values are only minimums. */
  possible?: readonly number[]
  /** How the line is drawn, so that series differ in more than colour. */
  stroke?: 'plain' | 'thick' | 'dashed'
}

/** Something that happened at a point, such as a publication. */
export interface Mark {
  index: number
  label: string
}

interface ChartProps {
  /** A description of the chart for screen readers. */
  title: string
  kind?: 'line' | 'bar'
  /** The points of the axis, such as days. */
  points: readonly string[]
  /** The name of the points, as the heading of the table's first column. */
  pointsLabel: string
  series: readonly Series[]
  /** The label of the button that shows the numbers. */
  tableLabel: string
  /** One of the series in the period before, with as many points. */
  before?: { name: string; values: readonly number[] } | undefined
  /** What happened at some of the points. */
  marks?: readonly Mark[]
  /** Formats a value; by default as a number. */
  describe?: (series: Series, index: number) => string
}

const box = { width: 600, height: 160 }

/** A chart of series over the same points, with axes, a cursor at the active point and the numbers as a table. */
export function Chart(props: ChartProps) {
  const { title, kind = 'line', points, pointsLabel, before, tableLabel, marks = [] } = props
  const { t, format } = useTexts()
  const series: readonly Series[] = [
    ...props.series,
    ...(before
      ? [
          {
            ...{ key: 'before', label: t('chart.beforeSeries', { name: before.name }) },
            ...{ values: before.values, stroke: 'dashed' as const },
          },
        ]
      : []),
  ]
  const [looked, setLooked] = useState<number>()
  const { describe = (one: Series, index: number) => format.number(one.values[index] ?? 0) } = props
  const largest = Math.max(0, ...series.flatMap(({ values, possible = [] }) => [...values, ...possible]))
  const scale = createChartScale({ kind, count: points.length, largest, ...box })
  const table = points.map((point, index) => ({ point, index })).reverse()
  const chart = useRef<HTMLDivElement>(null)
  const content = { title, kind, points, pointsLabel, series, scale, write: format.number }
  return (
    <>
      <div className={styles.chart} ref={chart}>
        <p className={styles.values} aria-hidden="true">
          {scale.ticks.toReversed().map((tick) => (
            <span key={tick}>{format.number(tick)}</span>
          ))}
        </p>
        <Plot {...props} {...{ series, scale, looked, describe, marks }} onLook={setLooked}>
          {series.map((one) => (
            <Marks key={one.key} series={one} kind={kind} scale={scale} />
          ))}
        </Plot>
        <PointLabels points={points} />
      </div>
      <div className={styles.below}>
        <ul className={styles.legend} aria-hidden="true">
          {series.map(({ key, label, stroke, possible }) => (
            <li key={key} data-stroke={stroke} data-band={possible ? true : undefined}>
              {label}
            </li>
          ))}
        </ul>
        <ChartDownloads content={content} chart={chart} />
      </div>
      <details className={styles.numbers}>
        <summary>{tableLabel}</summary>
        <DataTable
          caption={title}
          cardsBelow="never"
          rows={table}
          keyOf={({ index }) => index}
          columns={[
            {
              key: 'point',
              label: pointsLabel,
              isRowHeader: true,
              cell: ({ point, index }) => [point, ...labelsAt(marks, index)].join(' · '),
            },
            ...series.map((one) => ({
              key: one.key,
              label: one.label,
              cell: ({ index }: { index: number }) => describe(one, index),
            })),
          ]}
        />
      </details>
    </>
  )
}

/** The names of some points, below them. */
function PointLabels({ points }: { points: readonly string[] }) {
  return (
    <p className={styles.points} aria-hidden="true">
      {pickLabels(points.length, 3).map((index) => (
        <span key={index}>{points[index]}</span>
      ))}
    </p>
  )
}

interface PlotProps {
  title: string
  points: readonly string[]
  series: readonly Series[]
  scale: ChartScale
  /** The active point. */
  looked: number | undefined
  onLook: (index: number | undefined) => void
  describe: (series: Series, index: number) => string
  marks: readonly Mark[]
  children: ReactNode
}

/** The picture. The pointer and the arrow keys move from point to point and show its values. */
function Plot(props: PlotProps) {
  const { title, points, series, scale, looked, onLook, describe, marks, children } = props
  const last = points.length - 1
  const at = looked ?? last

  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const isMirrored = getComputedStyle(currentTarget).direction === 'rtl'
    const part = (clientX - left) / Math.max(1, width)
    const x = (isMirrored ? 1 - part : part) * scale.width
    const distances = points.map((_, index) => Math.abs(scale.x(index) - x))
    onLook(distances.indexOf(Math.min(...distances)))
  }
  function step(event: KeyboardEvent<HTMLElement>) {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const goal = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') onLook(undefined)
    if (goal === undefined) return
    event.preventDefault()
    onLook(Math.min(last, Math.max(0, goal)))
  }
  return (
    <div
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={[
        points[at],
        ...series.map((one) => `${one.label}: ${describe(one, at)}`),
        ...labelsAt(marks, at),
      ].join(', ')}
      onPointerMove={point}
      onPointerLeave={() => onLook(undefined)}
      onFocus={() => onLook(at)}
      onBlur={() => onLook(undefined)}
      onKeyDown={step}
    >
      <svg viewBox={`0 0 ${scale.width} ${scale.height}`} preserveAspectRatio="none" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <path key={tick} className={styles.gridline} d={`M0 ${scale.y(tick)}H${scale.width}`} />
        ))}
        {[...new Set(marks.map(({ index }) => index))].map((index) => (
          <path key={index} className={styles.mark} d={`M${scale.x(index)} 0V${scale.height}`} />
        ))}
        {children}
        {looked !== undefined && (
          <path className={styles.cursor} d={`M${scale.x(looked)} 0V${scale.height}`} />
        )}
      </svg>
      {looked !== undefined && (
        <div
          className={styles.tooltip}
          aria-hidden="true"
          data-side={scale.x(looked) > scale.width / 2 ? 'start' : 'end'}
          style={{ insetInlineStart: `${(100 * scale.x(looked)) / scale.width}%` }}
        >
          <b>{points[looked]}</b>
          {series.map((one) => (
            <span key={one.key}>
              {one.label} <b>{describe(one, looked)}</b>
            </span>
          ))}
          {labelsAt(marks, looked).map((label) => (
            <em key={label}>{label}</em>
          ))}
        </div>
      )}
    </div>
  )
}

const labelsAt = (marks: readonly Mark[], at: number) =>
  marks.filter(({ index }) => index === at).map(({ label }) => label)

function Marks({ series, kind, scale }: { series: Series; kind: 'line' | 'bar'; scale: ChartScale }) {
  const { values, possible, stroke } = series
  if (kind === 'bar') {
    return values.map((value, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar stays in its place
        key={index}
        className={styles.bar}
        x={scale.x(index) - scale.barWidth / 2}
        y={scale.y(value)}
        width={scale.barWidth}
        height={scale.height - scale.y(value)}
      />
    ))
  }
  return (
    <>
      {possible && <path className={styles.band} d={bandPath(possible, values, scale)} />}
      <path className={styles.line} data-stroke={stroke} d={linePath(values, scale)} />
    </>
  )
}
