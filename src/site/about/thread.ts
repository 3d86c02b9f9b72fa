import { traceCurve } from '#ui/guilloche.ts'

/** The thread is drawn from x = 0 to x = `threadLength`, half as far above and below its middle, then stretched to fit. */
export const threadLength = 9600
const bareLength = 900
const halfWaves = 11

/** How far the thread swings at a place: not at all at first, ever wider then. */
function swingAt(x: number): number {
  const grown = Math.max(0, (x - bareLength) / (threadLength - bareLength))
  return (threadLength / 2) * 0.94 * grown ** 1.25
}

/** The one strand that all others of the thread copy: a bare line that begins to swing. */
export function traceStrand(): string {
  const at = (x: number): [number, number] => [
    x,
    swingAt(x) * Math.sin((Math.max(0, x - bareLength) / (threadLength - bareLength)) * halfWaves * Math.PI),
  ]
  return `M0 0H${bareLength}${traceCurve(at, bareLength, threadLength, halfWaves * 2).replace(/^M\S+ \S+?(?=c)/, '')}`
}

/**
 * The copies that weave the strand: each doubles all that the ones before it made, a little later and a little calmer. On
 * the bare length, where nothing swings, they all lie on one line.
 */
export const weave = [
  { late: 70, calm: 0.97 },
  { late: 140, calm: 0.93 },
  { late: 280, calm: 0.86 },
  { late: 560, calm: 0.72 },
] as const
