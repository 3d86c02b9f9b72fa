import { traceCurve } from '#ui/guilloche.ts'

/** The width of every diagram, in its own units. */
export const plateWidth = 480

/** The heights of the three destinations of the funds. */
export const destinations = [62, 135, 208] as const

/** Strands from one source to three destinations. */
export function traceFunds(strands = 36): string {
  let path = ''
  for (let strand = 0; strand < strands; strand++) {
    const group = strand % 3
    const start = Math.round(100 + (strand * 72) / strands)
    const end = (destinations[group] ?? 0) + (((strand - group) / strands) * 12 - 5.5) * 3.2
    const rise = Math.round(end - start)
    path += `M40 ${start}h24c120 0 120 ${rise} 240 ${rise}h136`
  }
  return path
}

/** The knots in the cord of a part's history, one for each stage. */
export const stages = [60, 180, 300, 420] as const

/** The cord between two stages: thirteen strands that meet at both ends. */
export function traceCord(): string {
  let path = ''
  for (let strand = -6; strand <= 6; strand++) {
    path += traceCurve((t) => [t * 120, 135 + (strand / 6) * 46 * Math.sin(Math.PI * t)], 0, 1, 2)
  }
  return path
}
