/** The size of the drawing, in its own units. */
export const drawerWidth = 480
export const drawerHeight = 300

// The open drawer in perspective: its back is narrower and higher than its front.
const back = { left: 132, y: 62 }
const front = { left: 40, y: 190 }

/** The outline of a zero on the floor. It is drawn because the digit of some scripts is only a dot. */
export const zero = 'M194 149a46 31 0 0 1 92 0a46 31 0 0 1-92 0M208 149a32 28 0 0 0 64 0a32 28 0 0 0-64 0'

interface Edge {
  left: number
  right: number
  y: number
}

/** An edge across the drawer, `depth` from its back (0) to its front (1). */
function edgeAt(depth: number): Edge {
  const left = back.left + (front.left - back.left) * depth
  return { left, right: drawerWidth - left, y: back.y + (front.y - back.y) * depth }
}

/** The lines of the empty floor, further apart the nearer they are. */
export function ruleFloor(lines: number): string {
  return Array.from({ length: lines }, (_, index) => {
    const { left, right, y } = edgeAt(((index + 1) / lines) ** 1.4)
    return `M${round(left)} ${round(y)}H${round(right)}`
  }).join('')
}

/** The sides of the drawer from back to front, and their rims. */
export function traceSides(): string {
  const [far, near] = [edgeAt(0), edgeAt(1)]
  return [
    `M${far.left} ${far.y}L${near.left} ${near.y}M${far.right} ${far.y}L${near.right} ${near.y}`,
    `M${far.left - 6} ${far.y - 14}L${near.left} ${near.y - 20}V${near.y}`,
    `M${far.right + 6} ${far.y - 14}L${near.right} ${near.y - 20}V${near.y}`,
  ].join('')
}

/** A divider in the drawer at a depth, with its tab at one of three places from the left. */
export function traceDivider(depth: number, place: 0 | 1 | 2): string {
  const { left, right, y } = edgeAt(depth)
  const scale = (right - left) / (drawerWidth - 2 * front.left)
  const [top, tab, width] = [y - 34 * scale, 14 * scale, 66 * scale]
  const start = left + 16 * scale + (place * (right - left - width - 32 * scale)) / 2
  return [
    `M${round(left)} ${round(y)}V${round(top)}H${round(start)}`,
    `l${round(5 * scale)} ${round(-tab)}h${round(width - 10 * scale)}l${round(5 * scale)} ${round(tab)}`,
    `H${round(right)}V${round(y)}`,
  ].join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
