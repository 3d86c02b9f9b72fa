// The transferred bytes of a first visit to every public page in every language.
import { languages } from '#shared/languages.ts'
import { publicPages } from '../test/support/public-pages.ts'
import { launchBrowser, openPhone, walkDown, watchTraffic } from './support/browser.ts'
import { type Finding, runAlone, within } from './support/report.ts'
import { startFreshServer } from './support/server.ts'

const legal = new Set(['privacy', 'terms'])

interface Weight {
  path: string
  /** The document and its style sheets. */
  text: number
  script: number
  all: number
}

export async function measurePageWeight(): Promise<Finding[]> {
  await using server = await startFreshServer()
  const findings: Finding[] = []
  await using browser = await launchBrowser()
  for (const { name, path } of publicPages) {
    const weights: Weight[] = []
    for (const language of languages) weights.push(await weigh(`/${language}${path}`))
    const heaviest = (part: 'text' | 'script' | 'all') => weights.toSorted((a, b) => b[part] - a[part])[0]
    const finding = (what: string, limit: number, part: 'text' | 'script' | 'all') => {
      const { [part]: bytes = Number.NaN, path = '' } = heaviest(part) ?? {}
      return within(`${name}, ${what}, in ten languages`, limit, bytes / 1000, 'kB', `the most: ${path}`)
    }
    findings.push(
      finding('HTML with its CSS', legal.has(name) ? 30 : 14, 'text'),
      finding('JavaScript before any interaction', 2, 'script'),
      finding('all bytes until idle', 30, 'all'),
    )
  }
  return findings

  async function weigh(path: string): Promise<Weight> {
    const page = await openPhone(browser)
    try {
      const traffic = await watchTraffic(page)
      await page.goto(server.url + path)
      await traffic.quiet()
      const script = traffic.bytes('Script')
      await walkDown(page)
      await traffic.quiet()
      return {
        path,
        text: traffic.bytes('Document') + traffic.bytes('Stylesheet'),
        script,
        all: traffic.bytes(),
      }
    } finally {
      await page.context().close()
    }
  }
}

await runAlone(import.meta, measurePageWeight)
