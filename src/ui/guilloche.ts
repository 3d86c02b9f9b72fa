const fullTurn = 2 * Math.PI

type Point = [number, number]

function joinNumbers(values: number[]): string {
  let text = ''
  for (const [index, value] of values.entries()) {
    const rounded = Math.round(value) || 0
    text += (index > 0 && rounded >= 0 ? ' ' : '') + rounded
  }
  return text
}

/**
 * SVG path data of a smooth line through a parametric curve, in whole numbers: one cubic Bézier piece per step, tangent
 * to the curve at both its ends.
 */
export function traceCurve(at: (t: number) => Point, from: number, to: number, pieces: number): string {
  const step = (to - from) / pieces
  const slopeAt = (t: number): Point => {
    const [x1, y1] = at(t - 1e-4)
    const [x2, y2] = at(t + 1e-4)
    return [((x2 - x1) / 2e-4) * (step / 3), ((y2 - y1) / 2e-4) * (step / 3)]
  }
  const [startX, startY] = at(from)
  let pen: Point = [Math.round(startX), Math.round(startY)]
  let path = `M${joinNumbers(pen)}`
  for (let piece = 0; piece < pieces; piece++) {
    const end = from + step * (piece + 1)
    const [x, y] = at(end)
    const [slopeX, slopeY] = slopeAt(end)
    const next: Point = [Math.round(x), Math.round(y)]
    const tail = [x - slopeX - pen[0], y - slopeY - pen[1], next[0] - pen[0], next[1] - pen[1]]
    if (piece === 0) path += `c${joinNumbers([...slopeAt(from), ...tail])}`
    else {
      const numbers = joinNumbers(tail)
      path += piece === 1 ? `s${numbers}` : `${numbers.startsWith('-') ? '' : ' '}${numbers}`
    }
    pen = next
  }
  return path
}

/** A copy of a drawing: rotated by degrees about its centre, then scaled. */
export interface Copy {
  turn: number
  scale?: number
}

/** The SVG transform of a copy. */
export function transformOf({ turn, scale }: Copy): string {
  const factor = scale === undefined || scale === 1 ? '' : ` scale(${Number(scale.toFixed(3))})`
  return `rotate(${Number(turn.toFixed(2))})${factor}`
}

/**
 * The copies that double a drawing `levels` times, each on top of the copies before it. In the result, each single copy is
 * rotated by `turn` degrees and scaled by `scale` relative to the one before it.
 */
export function planFan(levels: number, turn: number, scale = 1): Copy[] {
  return Array.from({ length: levels }, (_, level) => ({
    turn: turn * 2 ** level,
    scale: scale ** (2 ** level),
  }))
}

/** The shape of a rosette. */
export interface RosetteShape {
  /** The number of lobes. */
  lobes: number
  /** The depth of the lobes and of their ripple, for a radius near 1000. */
  depth: number
  ripple: number
  /** How often the line is doubled, and the rotation and scale between two copies. */
  levels: number
  turn: number
  shrink: number
}

/** The default rosette: twelve lobes, sixty-four lines. */
export const defaultRosette: RosetteShape = {
  lobes: 12,
  depth: 60,
  ripple: 20,
  levels: 6,
  turn: 0.9,
  shrink: 0.976,
}
/** The rosette of the Pioneer badge: eighteen lobes, thirty-two lines, denser. */
export const pioneerRosette: RosetteShape = {
  lobes: 18,
  depth: 58,
  ripple: -16,
  levels: 5,
  turn: 1.25,
  shrink: 0.983,
}

/** The line of a rosette that all others are copies of. */
export function traceRosette({ lobes, depth, ripple }: RosetteShape): string {
  const at = (t: number): Point => {
    const radius = 930 + depth * Math.cos(lobes * t) + ripple * Math.cos(2 * lobes * t)
    return [radius * Math.cos(t), radius * Math.sin(t)]
  }
  return `${traceCurve(at, 0, fullTurn, lobes * 2)}z`
}

/** The size of one tile of the border. */
export const braidTile = { width: 96, height: 64 } as const

/** One ribbon of the border, in tenths of the tile's unit; the other is its mirror image. */
export function traceRibbon(strands = 7): string {
  let path = ''
  for (let strand = 0; strand < strands; strand++) {
    const phase = (strand / (strands - 1) - 0.5) * 1.5
    const at = (t: number): Point => [
      (t / fullTurn) * braidTile.width * 10,
      (braidTile.height / 2 + 24 * Math.sin(t + phase) + 3 * Math.sin(2 * t + phase)) * 10,
    ]
    path += traceCurve(at, 0, fullTurn, 4)
  }
  return path
}
