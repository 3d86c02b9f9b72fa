/** The factors of the size of a page in the panel. */
export const pageZoom = { smallest: 0.5, usual: 1, largest: 2 } as const

/** The next factor, a tenth larger or smaller. */
export function stepPageZoom(factor: number, direction: 1 | -1): number {
  return limit(Math.round(factor * 10) + direction)
}

/** The factor after a pinch that made everything `ratio` times as large. */
export function pinchPageZoom(factor: number, ratio: number): number {
  return limit(Math.round(factor * ratio * 10))
}

const limit = (tenths: number) =>
  Math.min(pageZoom.largest * 10, Math.max(pageZoom.smallest * 10, tenths)) / 10
