import { traceCurve } from '#ui/guilloche.ts'

/** Tiles of a strip are squares of this many units about their centre; lines enter and leave at half their height. */
export const tileSize = 200

/** Half the width of the bundle of threads between two knots, and within a knot. */
const openBundle = 60
const tiedBundle = 20

/** Seventeen parallel threads, which stand for money and narrow at the knot. */
export function traceThreads(): string {
  let path = ''
  for (let thread = -8; thread <= 8; thread++) {
    const open = Math.round((thread / 8) * openBundle)
    const tied = Math.round((thread / 8) * tiedBundle) - open
    path += `M-100 ${open}h28c32 0 28 ${tied} 50 ${tied}h44c22 0 18 ${-tied} 50 ${-tied}h28`
  }
  return path
}

/** The cross threads on both sides of a knot. */
export function traceWeft(): string {
  let path = ''
  for (const x of [-95, -85, -75, 75, 85, 95]) {
    const sway = (x + 95) % 20 === 0 ? 5 : -5
    path += `M${x}-64q${sway} 8 0 16${'t0 16'.repeat(7)}`
  }
  return path
}

/** The cord between two hand-overs, with one layer of strands for each stage so far. */
export function traceCord(stage: number): string {
  let path = ''
  const layers = stage * 2 + 1
  for (let strand = -layers; strand <= layers; strand++) {
    const swell = Math.round((strand / layers) * (20 + stage * 18))
    path += `M-100 0c66 ${swell} 134 ${swell} 200 0`
  }
  return path
}

/** The readings of a sensor between two hand-overs, as a line. */
export function traceReadings(readings: readonly number[]): string {
  const step = Math.round(140 / (readings.length - 1))
  return `M-70 ${readings.map((height, index) => (index === 0 ? height : `L${index * step - 70} ${height}`)).join('')}`
}

/** The outer ridge of a fingerprint, about 1000 units in radius. */
export function traceRidge(): string {
  const at = (t: number): [number, number] => {
    const radius = 900 + 27 * Math.sin(3 * t + 0.6) + 18 * Math.sin(5 * t)
    return [radius * 0.8 * Math.cos(t), radius * 1.06 * Math.sin(t)]
  }
  return `${traceCurve(at, 0, 2 * Math.PI, 14)}z`
}

/** The outline of a hexagon of a given radius about the centre. */
export function traceHexagon(radius: number): string {
  const half = radius / 2
  const side = Math.round(radius * Math.sin(Math.PI / 3))
  return `M${radius} 0 ${half} ${side}H${-half}L${-radius} 0 ${-half} ${-side}H${half}z`
}

/** A signature, different for each `hand` and the same on every call. */
export function traceSignature(hand: number): string {
  const at = (t: number): [number, number] => [
    6 + t * 9 + 5 * Math.sin(t * (1.9 + hand * 0.23) + hand),
    12 - (7 - t * 0.6) * Math.sin(t * (2.1 + hand * 0.31) + hand * 1.7) - (t < 1 ? 3 : 0),
  ]
  return traceCurve(at, 0, 7, 12)
}
