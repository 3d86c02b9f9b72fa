// Lighthouse on a phone, on the landing page: its four scores, and its largest paint against that of a bare page.
// Lighthouse is large and used here only, so it is not a dependency: it is fetched into a temporary folder.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { startBaseline } from './baseline.ts'
import { findChromium } from './browser.ts'
import { atLeast, atMost, type Finding, format, median, runAlone } from './report.ts'
import { makeDataDir, startFreshServer } from './server.ts'

const version = '13.5.0'
const pages = ['/en/', '/ar/', '/hi/']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const runs = 3

const barePage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bare</title><h1>A bare page</h1><p>${'Words enough for the largest paint. '.repeat(12)}</p></html>`

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.object({ 'largest-contentful-paint': z.object({ numericValue: z.number() }) }),
})
type Report = z.infer<typeof Report>

export async function measureLighthouse(): Promise<Finding[]> {
  await using folder = await makeDataDir()
  const program = await install(folder.path)
  await using server = await startFreshServer()
  await using bare = await startBaseline({
    does: 'answer',
    headers: { 'content-type': 'text/html; charset=utf-8' },
    base64: Buffer.from(barePage).toString('base64'),
  })
  const findings: Finding[] = []
  for (const path of pages) {
    const reports: Report[] = []
    const ratios: number[] = []
    for (let run = 0; run < runs; run++) {
      const report = await audit(program, server.url + path, folder.path)
      const beside = await audit(program, bare.url, folder.path)
      reports.push(report)
      ratios.push(paintOf(report) / paintOf(beside))
    }
    const scores = categories.map((name) => median(reports.map((one) => scoreOf(one, name))))
    findings.push(
      atLeast(1, {
        promise: `${path}, Lighthouse on a phone: 100 in all four`,
        measured: scores.join(' / '),
        ratio: Math.min(...scores) / 100,
      }),
      atMost(1.1, {
        promise: `${path}, largest paint against a bare page`,
        measured: `${format(median(reports.map(paintOf)))} ms`,
        ratio: median(ratios),
      }),
    )
  }
  return findings
}

async function install(folder: string): Promise<string> {
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    `lighthouse@${version}`,
  ]
  await promisify(execFile)('npm', args).catch((error: Error) => {
    throw new Error(`Lighthouse could not be fetched, which needs a package registry: ${error.message}`)
  })
  return join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
}

async function audit(program: string, url: string, folder: string): Promise<Report> {
  const output = join(folder, 'report.json')
  const args = [program, url, '--quiet', '--output=json', `--output-path=${output}`]
  args.push(`--only-categories=${categories.join(',')}`, '--chrome-flags=--headless=new --no-sandbox')
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, CHROME_PATH: findChromium() } })
  return Report.parse(JSON.parse(await readFile(output, 'utf8')))
}

const scoreOf = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)
const paintOf = ({ audits }: Report) => audits['largest-contentful-paint'].numericValue

await runAlone(import.meta, measureLighthouse)
