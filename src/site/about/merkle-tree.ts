/** The size of the diagram in tenths of a unit: 480 by 285 units. */
export const plate = { width: 4800, height: 2850 } as const

/** How many times the leaves are joined in pairs until one root is left. */
export const levels = 4
export const leaves = 2 ** levels
/** The leaf whose proof is shown. */
export const provenLeaf = 10

const heights = [2210, 1760, 1340, 930, 480] as const
const margin = 360
const strandGap = 20

/** The position of a leaf's strand at a level: beside those of the leaves that it has been joined with. */
export function placeOf(leaf: number, level: number): { x: number; y: number } {
  const joined = 2 ** level
  const pitch = (plate.width - 2 * margin) / leaves
  const middle = margin + (Math.floor(leaf / joined) + 0.5) * joined * pitch
  const offset = ((leaf % joined) - (joined - 1) / 2) * strandGap
  return { x: Math.round(middle + offset), y: heights[level] ?? 0 }
}

/** The strand of one leaf, from the leaf up to the root. */
export function traceLeaf(leaf: number): string {
  let pen = placeOf(leaf, 0)
  let path = `M${pen.x} ${pen.y}`
  for (let level = 1; level <= levels; level++) {
    const next = placeOf(leaf, level)
    const [x, y] = [next.x - pen.x, next.y - pen.y]
    const half = Math.round(y / 2)
    path += level === 1 ? `c0 ${half} ${x} ${half} ${x} ${y}` : `s${x} ${half} ${x} ${y}`
    pen = next
  }
  return path.replaceAll(' -', '-')
}

/** The strands of all leaves but the proven one. */
export function traceTree(): string {
  return Array.from({ length: leaves }, (_, leaf) => (leaf === provenLeaf ? '' : traceLeaf(leaf))).join('')
}

/** The proof of a leaf: its sibling at each level. */
export function listSiblings(leaf: number): { x: number; y: number }[] {
  return Array.from({ length: levels }, (_, level) => {
    const joined = 2 ** level
    const sibling = Math.floor(leaf / joined) ^ 1
    const pitch = (plate.width - 2 * margin) / leaves
    return { x: Math.round(margin + (sibling + 0.5) * joined * pitch), y: heights[level] ?? 0 }
  })
}
