import type { SectionFigures } from '#features/analytics/contract.ts'
import type { DocumentFigures } from '#features/documents/contract.ts'
import { documentPath } from '#features/documents/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Days, localDayOf } from '#shared/time/days.ts'
import { daysOf, type PeriodQuery } from '#shared/time/periods.ts'
import { createDocumentFigureStore } from './figure-store.ts'

export interface DocumentFigureOptions {
  db: Database
  clock: Clock
  timeZone(): string
  /** The figures of the pages below a path that ends in a slash. */
  readSection(section: string, period: Days): Promise<SectionFigures>
}

const mostListed = 50
const mostDownloaded = 10
const section = documentPath('')

/** The figures of how documents are read and downloaded. */
export function createDocumentFigures({ db, clock, timeZone, readSection }: DocumentFigureOptions) {
  const store = createDocumentFigureStore(db)

  /** What is known of each document that was viewed or downloaded most in a period. */
  async function listDocuments(period: Days, pages: SectionFigures['pages']) {
    const downloaded = await store.listDocuments(period, mostListed)
    const viewed = new Map(pages.map((page) => [page.page.slice(section.length), page]))
    const described = await store.describe({
      ids: downloaded.map(({ id }) => id),
      slugs: [...viewed.keys()],
    })
    const downloadsOf = new Map(downloaded.map(({ id, downloads }) => [id, downloads]))
    return described
      .map(({ id, slug, title, fileSize }) => ({
        ...{ id, title, file_size: fileSize },
        download_count: downloadsOf.get(id) ?? 0,
        views: viewed.get(slug)?.views ?? 0,
        unique_visitors: viewed.get(slug)?.visits ?? 0,
        avg_time_on_page: viewed.get(slug)?.secondsInView ?? null,
      }))
      .sort(
        (one, other) =>
          other.download_count - one.download_count ||
          other.views - one.views ||
          (one.title < other.title ? -1 : 1),
      )
  }

  return {
    /** The figures of a period, up to this moment. */
    async read(query: PeriodQuery): Promise<DocumentFigures> {
      const now = clock.now()
      const period = daysOf(query, localDayOf(now, timeZone()))
      const [read, downloads] = await Promise.all([readSection(section, period), store.listDays(period)])
      const downloadsOf = new Map(downloads.map(({ day, downloads }) => [day, downloads]))
      const days = read.days.map(({ day, views, visits }) => ({
        ...{ day, views, unique_visitors: visits },
        downloads: downloadsOf.get(day) ?? 0,
      }))
      const sumOf = (name: 'views' | 'downloads' | 'unique_visitors') =>
        days.reduce((sum, one) => sum + one[name], 0)
      const documents = await listDocuments(period, read.pages)
      return {
        ...period,
        total_downloads: sumOf('downloads'),
        total_views: sumOf('views'),
        unique_visitors: sumOf('unique_visitors'),
        avg_time_on_page: read.secondsInView,
        most_downloaded: documents
          .filter(({ download_count }) => download_count > 0)
          .slice(0, mostDownloaded)
          .map(({ id, title, download_count, file_size }) => ({ id, title, download_count, file_size })),
        documents: documents.slice(0, mostListed),
        daily_stats: days,
        time_zone: timeZone(),
        last_updated: now.toISOString(),
      }
    },
  }
}
export type DocumentFigureReader = ReturnType<typeof createDocumentFigures>
