/** How large a page is drawn: a factor of its size on paper, or as wide as the window. */
export type Zoom = number | 'width'

const smallest = 0.25
const largest = 4
const step = 1.25

/** The next factor, in or out. */
export function stepZoom(factor: number, direction: 1 | -1): number {
  return limitZoom(factor * (direction === 1 ? step : 1 / step))
}

export const limitZoom = (factor: number): number => Math.min(largest, Math.max(smallest, factor))

// A page on paper has 72 points an inch, and a window 96 pixels.
const pixelsPerPoint = 96 / 72
/** Beyond this, a page that is fitted into a wide window would be harder to read. */
const widest = 1.4

/** How many pixels of the window a point of the paper takes. */
export function scaleOf(zoom: Zoom, { page, room }: { page: number; room: number }): number {
  if (zoom !== 'width') return zoom * pixelsPerPoint
  const fitting = room / page / pixelsPerPoint
  return Math.min(Math.max(fitting, smallest / 2), widest) * pixelsPerPoint
}

/** The factor of a scale. */
export const factorOf = (scale: number): number => scale / pixelsPerPoint
