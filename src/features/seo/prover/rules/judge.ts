import { setImmediate as yieldToVisitors } from 'node:timers/promises'
import type { Site } from '#features/seo/prover/crawl/site.ts'
import { checkAnswer, checkCanonical, checkListing } from './address-rules.ts'
import { checkAlternates, checkLanguage } from './language-rules.ts'
import { checkLinks, checkParts, checkPicture } from './link-rules.ts'
import { type Found, foundOn, type JudgedPage, type PageRule, readJudged } from './rule.ts'
import { checkData } from './structured-data-rules.ts'
import { checkDuplicates, checkHeading, checkTexts } from './text-rules.ts'

const pageRules: readonly PageRule[] = [
  ...[checkCanonical, checkListing, checkLanguage, checkAlternates, checkHeading, checkTexts],
  ...[checkPicture, checkData, checkLinks, checkParts],
]

/** The sitemap and robots.txt themselves. */
function checkFiles({ sitemap, robots }: Site): Found[] {
  return [
    ...(sitemap.state === 'error'
      ? [
          foundOn({ address: '/sitemap.xml' }, 'sitemap_unreachable', {
            reason: sitemap.reason ?? 'status',
            status: sitemap.status,
          }),
        ]
      : []),
    ...sitemap.foreign.map((subject) => foundOn({ address: '/sitemap.xml' }, 'sitemap_foreign', { subject })),
    ...(robots.state === 'error'
      ? [foundOn({ address: '/robots.txt' }, 'robots_unreachable', { status: robots.status })]
      : []),
  ]
}

/** Judges what was read of the site by all rules. Visitors are answered in between. */
export async function judgeSite(site: Site): Promise<Found[]> {
  const found = checkFiles(site)
  const pages: JudgedPage[] = []
  for (const address of site.judged) {
    const faults = checkAnswer(site, address)
    found.push(...faults)
    const page = readJudged(site, address)
    // Of a page that nobody can read, or that is to be found by nobody, the rest does not matter.
    if (!page || faults.length > 0) continue
    pages.push(page)
    found.push(...pageRules.flatMap((rule) => rule(page, site)))
    await yieldToVisitors()
  }
  return [...found, ...checkDuplicates(pages, site)]
}
