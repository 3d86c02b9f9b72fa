import { traceCurve } from '#ui/guilloche.ts'

/** The thread is drawn from x = 0 to x = `threadLength`, with half of that above and below its middle, and stretched to fit. */
export const threadLength = 9600
const straightLength = 900
const halfWaves = 11

/** The amplitude of the thread at an x coordinate: 0 at first, then growing. */
function amplitudeAt(x: number): number {
  const grown = Math.max(0, (x - straightLength) / (threadLength - straightLength))
  return (threadLength / 2) * 0.94 * grown ** 1.25
}

/** The strand that all others are copies of: straight at first, then a growing wave. */
export function traceStrand(): string {
  const at = (x: number): [number, number] => [
    x,
    amplitudeAt(x) *
      Math.sin((Math.max(0, x - straightLength) / (threadLength - straightLength)) * halfWaves * Math.PI),
  ]
  return `M0 0H${straightLength}${traceCurve(at, straightLength, threadLength, halfWaves * 2).replace(/^M\S+ \S+?(?=c)/, '')}`
}

/**
 * The copies of the strand: each doubles all copies before it, shifted by `shift` and with its amplitude scaled by `scale`.
 * On the straight part, where the amplitude is 0, they are all on one line.
 */
export const weave = [
  { shift: 70, scale: 0.97 },
  { shift: 140, scale: 0.93 },
  { shift: 280, scale: 0.86 },
  { shift: 560, scale: 0.72 },
] as const
