import { readSitemaps } from '#features/seo/prover/crawl/crawl.ts'
import type { AskSite } from '#features/seo/prover/crawl/requests.ts'
import { readRobots } from '#features/seo/prover/crawl/robots-reader.ts'
import type { Database } from '#platform/postgres.ts'
import type { CheckedPage, FileHealth, PageRow, PageRowQuery, SeoHealth } from './contract.ts'
import { countCharacters, descriptionWidth, measureText, titleWidth } from './model.ts'
import { createPageReportStore } from './page-store.ts'
import type { PageRow as StoredPage } from './table.ts'

export interface PageReportOptions {
  db: Database
  publicUrl: string
  ask: AskSite
  hasSitemap(): boolean
}

/** The pages as they were last seen, and what crawlers read first. */
export function createPageReports({ db, publicUrl, ask, hasSitemap }: PageReportOptions) {
  const store = createPageReportStore(db)
  return {
    /** Whether the sitemap and robots.txt are served now. */
    async readHealth(): Promise<SeoHealth> {
      const [sitemap, robots] = await Promise.all([
        readSitemaps({ ask, publicUrl, hasSitemap: hasSitemap() }),
        readRobots({ ask, publicUrl }),
      ])
      const robotsReason = findRobotsFault(robots, sitemap.state)
      return {
        sitemap: {
          ...{
            path: '/sitemap.xml',
            state: sitemap.state,
            reason: sitemap.reason ?? null,
            status: sitemap.status,
          },
          addresses: sitemap.entries.size,
        },
        robots: {
          ...{ path: '/robots.txt', state: robotsReason ? 'error' : 'working', reason: robotsReason ?? null },
          ...{ status: robots.status, addresses: null },
        },
      }
    },

    async listPages(query: PageRowQuery): Promise<{ items: PageRow[]; total: number }> {
      const { pages, total } = await store.listPages(query)
      const counts = await store.countFindings(pages.flat().map(({ address }) => address))
      const items = pages.flatMap((rows) => {
        const [first] = rows
        if (!first) return []
        const languages = rows.map((row): CheckedPage => {
          const { error: errors, warning: warnings } = counts.get(row.address) ?? { error: 0, warning: 0 }
          return { ...toPage(row), errors, warnings }
        })
        return [{ path: first.path, languages }]
      })
      return { items, total }
    },
  }
}
export type PageReports = ReturnType<typeof createPageReports>

function findRobotsFault(
  { state, namesSitemap, allows }: Awaited<ReturnType<typeof readRobots>>,
  sitemap: string,
): FileHealth['reason'] | undefined {
  if (state === 'error') return 'status'
  if (!allows('/')) return 'blocks_all'
  return sitemap === 'working' && !namesSitemap ? 'no_sitemap' : undefined
}

function toPage(row: StoredPage): Omit<CheckedPage, 'errors' | 'warnings'> {
  const measure = (text: string, letter: number) => ({
    ...{ text: text || null, characters: countCharacters(text), pixels: measureText(text, letter) },
  })
  return {
    ...{ language: row.language, address: row.address, status: row.status, indexing: row.indexing },
    title: measure(row.title, titleWidth.letter),
    description: measure(row.description, descriptionWidth.letter),
    ...{ has_picture: row.hasPicture, types: row.types, checked_at: row.checkedAt.toISOString() },
  }
}
