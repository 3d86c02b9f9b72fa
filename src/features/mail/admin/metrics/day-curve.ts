/** A round number above the largest of some, for the top of an axis; at least 4, so that its half is whole. */
export function topOf(values: readonly number[]): number {
  const largest = Math.max(0, ...values)
  if (largest <= 4) return 4
  const step = 10 ** Math.floor(Math.log10(largest))
  const rounded = [1, 2, 4, 5, 10].find((factor) => factor * step >= largest) ?? 10
  return rounded * step
}

/** A line through values at even distances, in a box of `width` by `height`, as the `d` of an SVG path. */
export function lineThrough(
  values: readonly number[],
  { width, height, top }: { width: number; height: number; top: number },
): string {
  const gap = values.length > 1 ? width / (values.length - 1) : 0
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${round(index * gap)} ${round(height * (1 - value / top))}`,
    )
    .join('')
}

/** The area between a line and the one under it. */
export function areaBetween(
  upper: readonly number[],
  lower: readonly number[],
  box: { width: number; height: number; top: number },
): string {
  const gap = lower.length > 1 ? box.width / (lower.length - 1) : 0
  const back = lower
    .map((value, index) => `L${round(index * gap)} ${round(box.height * (1 - value / box.top))}`)
    .reverse()
    .join('')
  return `${lineThrough(upper, box)}${back}Z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
