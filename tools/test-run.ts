/** What came of the tests of one file. */
export interface FileResult {
  file: string
  passed: number
  failed: number
  seconds: number
  /** Names of what passed only when it was run again. */
  flaky: string[]
}

/** Numbers that `npm test` prints last. */
export interface Tally {
  passed: number
  failed: number
}

/** As many tests may pass only when run again; with more, the run has failed. */
const toleratedFlaky = 5

/** The sum of all files. Flaky tests count as passed, or as failed when there are more than are tolerated. */
export function sumOf(results: readonly FileResult[]): Tally {
  const sum = { passed: 0, failed: 0 }
  for (const { passed, failed } of results) {
    sum.passed += passed
    sum.failed += failed
  }
  const flaky = results.flatMap((result) => result.flaky).length
  if (flaky > toleratedFlaky) {
    sum.passed -= flaky
    sum.failed += flaky
  }
  return sum
}

/** Prints the ten slowest files and the flaky tests. */
export function printSummary(results: readonly FileResult[]): void {
  console.log('The ten slowest files:')
  for (const { file, seconds } of results
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`)
  }
  const flaky = results.flatMap((result) => result.flaky)
  if (flaky.length === 0) return
  console.log(`Flaky, passed only on retry (more than ${toleratedFlaky} fail the run):`)
  for (const name of flaky) console.log(`  ${name}`)
}

/** Prints a line for all files of a kind. */
export function printTotal(name: string, results: readonly FileResult[], begun: number): void {
  const { passed, failed } = sumOf(results)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const mark = failed === 0 && results.length > 0 ? '✔' : '✖'
  console.log(
    `${mark} ${name}: ${passed} passed, ${failed} failed, in ${results.length} files (${seconds} s)`,
  )
}

export function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
