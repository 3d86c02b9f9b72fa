import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
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

/** Makes the scale of a chart. Its axis has whole numbers and reaches at least 4. */
export function createChartScale({ kind, count, largest, width, height }: ChartScaleOptions): ChartScale {
  const y = scaleLinear([0, Math.max(4, largest)], [height, 0]).nice(4)
  const indices = Array.from({ length: count }, (_, index) => index)
  const bands = scaleBand(indices, [0, width]).padding(0.25)
  const points = scalePoint(indices, [0, width])
  const barWidth = kind === 'bar' ? bands.bandwidth() : 0
  return {
    width,
    height,
    ticks: y.ticks(4).filter(Number.isInteger),
    x: (index) => (kind === 'bar' ? (bands(index) ?? 0) + barWidth / 2 : (points(index) ?? 0)),
    y,
    barWidth,
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
