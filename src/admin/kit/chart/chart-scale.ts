import { nice, ticks } from 'd3-array'
import { area, line } from 'd3-shape'

/** The positions of a chart's points, from left to right in a box of `width` by `height`. */
export interface ChartScale {
  width: number
  height: number
  /** The values of the axis, from 0 to a round number above the largest value. */
  ticks: number[]
  x: (index: number) => number
  y: (value: number) => number
  /** How wide a bar is; 0 in a chart of lines. */
  barWidth: number
}

interface ChartScaleOptions {
  kind: 'line' | 'bar'
  /** How many points there are. */
  count: number
  largest: number
  width: number
  height: number
}

/** The space between two bars, as a part of the distance of their middles. */
const gap = 0.25

/** Makes the scale of a chart. Its axis has whole numbers and reaches at least 4. */
export function createChartScale({ kind, count, largest, width, height }: ChartScaleOptions): ChartScale {
  const [, top] = nice(0, Math.max(4, largest), 4)
  const barStep = width / (count + gap)
  const pointStep = width / (count - 1)
  const bar = (index: number) => (index + (1 + gap) / 2) * barStep
  const point = (index: number) => (count > 1 ? index * pointStep : width / 2)
  return {
    width,
    height,
    ticks: ticks(0, top, 4).filter(Number.isInteger),
    x: kind === 'bar' ? bar : point,
    y: (value) => height * (1 - value / top),
    barWidth: kind === 'bar' ? (1 - gap) * barStep : 0,
  }
}

/** A line through values, as the `d` of an SVG path. */
export function linePath(values: readonly number[], { x, y }: Pick<ChartScale, 'x' | 'y'>): string {
  return (
    line<number>()
      .x((_, index) => x(index))
      .y((value) => y(value))
      .digits(1)([...values]) ?? ''
  )
}

/** The area between two lines. */
export function bandPath(
  upper: readonly number[],
  lower: readonly number[],
  { x, y }: Pick<ChartScale, 'x' | 'y'>,
): string {
  return (
    area<number>()
      .x((_, index) => x(index))
      .y0((_, index) => y(lower[index] ?? 0))
      .y1((value) => y(value))
      .digits(1)([...upper]) ?? ''
  )
}

/** At most `most` points of an axis at equal distances, including the first and the last. */
export function pickLabels(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  const step = (count - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => Math.round(index * step))
}
