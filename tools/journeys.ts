import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { type FileResult, printTotal } from './test-run.ts'

const reportFile = 'test-results/journeys.json'

// What is read of the report that playwright.config.ts asks for.
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.enum(['skipped', 'expected', 'unexpected', 'flaky']),
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Report = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) })

/**
 * Runs the journeys in `e2e/` with Playwright Test, which retries, and keeps traces and screenshots of what fails. They
 * need Chromium (`ensureChromium`).
 */
export async function runJourneys(hasChromium: boolean): Promise<FileResult[]> {
  const begun = performance.now()
  rmSync(reportFile, { force: true })
  if (!hasChromium) return [failureOf('e2e')]
  const playwright = spawn('playwright', ['test'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(playwright, 'close')
  const results = readResults()
  if (code !== 0 && results.every(({ failed }) => failed === 0)) results.push(failureOf('e2e'))
  printTotal('journeys', results, begun)
  return results
}

function readResults(): FileResult[] {
  let report: z.infer<typeof Report>
  try {
    report = Report.parse(JSON.parse(readFileSync(reportFile, 'utf8')))
  } catch (error) {
    console.log(`✖ ${reportFile}: ${error}`)
    return [failureOf('e2e')]
  }
  const results = new Map<string, FileResult>()
  for (const { title, file: name, line, tests } of report.suites.flatMap(specsOf)) {
    const file = `e2e/${name}`
    const result = results.get(file) ?? { file, passed: 0, failed: 0, seconds: 0, flaky: [] }
    results.set(file, result)
    for (const { status, results: runs } of tests) {
      if (status === 'unexpected') result.failed++
      else if (status !== 'skipped') result.passed++
      if (status === 'flaky') result.flaky.push(`${file}:${line} ${title}`)
      for (const { duration } of runs) result.seconds += duration / 1000
    }
  }
  return [...results.values(), ...report.errors.map(() => failureOf('e2e'))]
}

function specsOf({ specs, suites = [] }: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function failureOf(file: string): FileResult {
  return { file, passed: 0, failed: 1, seconds: 0, flaky: [] }
}
