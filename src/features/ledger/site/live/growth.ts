import type { LedgerState } from '#features/ledger/contract.ts'

/** The chart's units across and down. */
const width = 600
const height = 160
/** Engraved lines below the curve for each day. */
const linesPerDay = 5
/** The curve touches neither edge, where its stroke would be cut off. */
const margin = 4

/** How the ledger has grown: its size before the first of the days and after each of them. */
export function listSizes({ size, days }: Pick<LedgerState, 'size' | 'days'>): number[] {
  const sizes = [size]
  for (const { entries } of days.toReversed()) sizes.unshift((sizes[0] ?? 0) - entries)
  return sizes
}

/** The chart of a growth as an engraver would draw it: a curve, and under it upright lines that end at it. */
export function drawGrowth(sizes: readonly number[]): { curve: string; hatch: string } {
  const [first = 0, last = first] = [sizes.at(0), sizes.at(-1)]
  const steps = Math.max(1, sizes.length - 1)
  const scale = (height - 3 * margin) / Math.max(1, last - first)
  const xOf = (step: number) => round((step / steps) * width)
  const yOf = (size: number) => round(height - 2 * margin - (size - first) * scale)
  const curve = sizes.map((size, step) => `${xOf(step)} ${yOf(size)}`).join('L')
  const lines: string[] = []
  for (let line = 0; line <= steps * linesPerDay; line++) {
    const step = line / linesPerDay
    const [before = first, after = before] = sizes.slice(Math.floor(step), Math.floor(step) + 2)
    const size = before + (after - before) * (step % 1)
    lines.push(`${xOf(step)} ${height}V${yOf(size)}`)
  }
  return { curve: `M${curve}`, hatch: `M${lines.join('M')}` }
}

const round = (value: number) => Math.round(value * 10) / 10
