// Lighthouse for a phone, on every public page in every language: the four scores, and the largest contentful paint compared
// with that of the same text without styles, pictures, fonts and scripts. Takes about half an hour.
// Lighthouse is large and used here only, so it is not a dependency but installed into a temporary folder.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { type Language, languages } from '#shared/languages.ts'
import { publicPages } from '../test/support/public-pages.ts'
import { startBaseline } from './support/baseline.ts'
import { requireChromium } from './support/browser.ts'
import { atLeast, atMost, type Finding, format, median, runAlone } from './support/report.ts'
import { makeDataDir, startFreshServer } from './support/server.ts'

const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
/** How often a page without full scores is measured again; the median counts. */
const repeats = 2

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.object({ 'largest-contentful-paint': z.object({ numericValue: z.number() }) }),
})
type Report = z.infer<typeof Report>

interface Audit {
  language: Language
  scores: number[]
  paint: number
  /** Compared with the largest contentful paint of the plain text. */
  ratio: number
}

export async function measureLighthouse(): Promise<Finding[]> {
  await using folder = await makeDataDir()
  const program = await install(folder.path)
  await using server = await startFreshServer()
  const findings: Finding[] = []
  for (const { name, path } of publicPages) {
    const audits: Audit[] = []
    for (const language of languages) {
      const one = await auditPage(language, `${server.url}/${language}${path}`)
      process.stderr.write(`  /${language}${path}  ${one.scores.join(' / ')}  ${format(one.paint)} ms\n`)
      audits.push(one)
    }
    const lowest = categories.map((_, index) => Math.min(...audits.map(({ scores }) => scores[index] ?? 0)))
    const short = audits.filter(({ scores }) => Math.min(...scores) < 100).map(({ language }) => language)
    findings.push(
      atLeast(1, {
        promise: `${name}, Lighthouse on a phone: 100 in all four in ten languages`,
        measured: `${lowest.join(' / ')}${short.length > 0 ? ` (${short.join(' ')})` : ''}`,
        ratio: Math.min(...lowest) / 100,
      }),
      atMost(1.1, {
        promise: `${name}, largest paint against the bare words`,
        measured: `${format(median(audits.map(({ paint }) => paint)))} ms`,
        ratio: median(audits.map(({ ratio }) => ratio)),
      }),
    )
  }
  return findings

  async function auditPage(language: Language, url: string): Promise<Audit> {
    await using bare = await startBaseline({
      does: 'answer',
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
      base64: brotliCompressSync(bareWords(await (await fetch(url)).text())).toString('base64'),
    })
    const reports = [await audit(program, url, folder.path)]
    for (let again = 0; again < repeats && reports.some(isShort); again++) {
      reports.push(await audit(program, url, folder.path))
    }
    const paint = median(reports.map(paintOf))
    return {
      language,
      scores: categories.map((name) => median(reports.map((one) => scoreOf(one, name)))),
      paint,
      ratio: paint / paintOf(await audit(program, bare.url, folder.path)),
    }
  }
}

/** A page's text and structure without styles and scripts. */
function bareWords(html: string): string {
  return html
    .replace(/<(style|svg|script)\b.*?<\/\1>/gs, '')
    .replace(/<link\b[^>]*\brel="(?:preload|icon|manifest|apple-touch-icon)"[^>]*>/g, '')
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
  const env = { ...process.env, CHROME_PATH: requireChromium() }
  // On a busy machine the browser's trace may lack its beginning, and Lighthouse then asks for another run.
  const run = () => promisify(execFile)(process.execPath, args, { env })
  await run().catch(run).catch(run)
  return Report.parse(JSON.parse(await readFile(output, 'utf8')))
}

const scoreOf = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)
const isShort = (report: Report) => categories.some((name) => scoreOf(report, name) < 100)
const paintOf = ({ audits }: Report) => audits['largest-contentful-paint'].numericValue

await runAlone(import.meta, measureLighthouse)
