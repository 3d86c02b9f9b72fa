/** The result of one promise. */
export interface Finding {
  promise: string
  bar: string
  measured: string
  /** Relative to the baseline for rates and costs, to the limit for sizes and times. */
  ratio: number
  ok: boolean
}

/** A promise to reach at least a share of a baseline. */
export function atLeast(bar: number, finding: Pick<Finding, 'promise' | 'measured' | 'ratio'>): Finding {
  return { ...finding, bar: `≥ ${bar}`, ok: finding.ratio >= bar }
}

/** A promise to cost at most a multiple of a baseline. */
export function atMost(bar: number, finding: Pick<Finding, 'promise' | 'measured' | 'ratio'>): Finding {
  return { ...finding, bar: `≤ ${bar}`, ok: finding.ratio <= bar }
}

/** A promise to stay within a limit; `note` explains the value. */
export function within(promise: string, limit: number, value: number, unit: string, note = ''): Finding {
  return {
    promise,
    bar: `≤ ${format(limit)} ${unit}`,
    measured: `${format(value)} ${unit}${note && ` (${note})`}`,
    ratio: value / limit,
    ok: value <= limit,
  }
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that a share of the values are below. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

/** A number with its significant decimals. */
export function format(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
}

/** The findings as a table of plain text. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ promise, bar, measured, ratio, ok }) => [
    promise,
    bar,
    measured,
    Number.isNaN(ratio) ? '–' : ratio.toFixed(2),
    ok ? 'yes' : 'NO',
  ])
  const all = [['promise', 'bar', 'measured', 'ratio', 'ok'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  return lines.join('\n')
}

/** Measures and prints when the script is run by itself; exits with code 1 when a promise is not kept. */
export async function runAlone(script: ImportMeta, measure: () => Promise<Finding[]>): Promise<void> {
  if (!script.main) return
  const findings = await measure()
  console.log(tableOf(findings))
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1
}
