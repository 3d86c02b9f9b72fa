import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { z } from 'zod'
import { run } from './checks.ts'
import { findChromium } from './chromium.ts'
import { type FileResult, indent, printTotal } from './test-run.ts'

const debianPackages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk']
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

/** Runs the journeys in `e2e/` with Playwright Test, which retries, and keeps traces and screenshots of what fails. */
export async function runJourneys(): Promise<FileResult[]> {
  const begun = performance.now()
  rmSync(reportFile, { force: true })
  if (!(await ensureChromium())) return [failureOf('e2e')]
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

/** Whether the system's Chromium is there; root on Debian gets it installed, with fonts for all ten languages. */
async function ensureChromium(): Promise<boolean> {
  if (findChromium()) return true
  if (userInfo().uid === 0 && (await run('apt-get', ['--version'])).code === 0) {
    console.log(`Installing ${debianPackages.join(', ')} for the journeys…`)
    process.env.DEBIAN_FRONTEND = 'noninteractive'
    await run('apt-get', ['update'])
    const { output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages])
    if (findChromium()) return true
    console.log(indent(output.trim().slice(-2_000)))
  }
  console.log(
    `✖ The journeys need Chromium: install it (on Debian: apt-get install ${debianPackages.join(' ')}).`,
  )
  return false
}
