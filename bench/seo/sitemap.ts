// The live heap while a sitemap of 200,000 addresses is sent, compared with one of 20,000.
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { peakHeapDuring } from '../support/live-heap.ts'
import { atMost, type Finding, format, runAlone } from '../support/report.ts'
import { type RunningServer, startFreshServer, startServer } from '../support/server.ts'

// Each document has a page in ten languages.
const sizes = { few: 2_000, many: 20_000 } as const

export async function measureSitemap(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are sent under the same conditions.
  await using few = await startFreshServer({ inspect: true })
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_sitemap')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl, inspect: true })
  await seedDocuments(fewUrl, sizes.few)
  await seedDocuments(manyUrl, sizes.many)
  const small = await measurePeak(few, sizes.few)
  const large = await measurePeak(many, sizes.many)
  return [
    atMost(1.2, {
      promise: 'largest live heap while a sitemap is sent, of 200,000 addresses against 20,000',
      measured: `${format(large)} MiB against ${format(small)} MiB`,
      ratio: large / small,
    }),
  ]
}

async function seedDocuments(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO documents (slug, title, category, status, original_filename, file_path, file_size, file_digest,
       file_modified_at, page_count, search_text, created_at, updated_at, published_at)
     SELECT 'documento-' || n, 'Documento ' || n, 'guide', 'published', n || '.pdf', 'documents/' || n || '/file.pdf', 1, 'x',
       now(), 1, 'documento ' || n, now(), now(), now() FROM generate_series(1, $1::int) AS n`,
    [count],
  )
  await client.end()
}

/** The largest live heap of a process while it sends its whole sitemap, which it has sent before. */
async function measurePeak(server: RunningServer, documents: number): Promise<number> {
  await readSitemap(server, '/sitemap.xml')
  const { result, peak } = await peakHeapDuring(server.inspectorPort ?? 0, () =>
    readSitemap(server, '/sitemap.xml'),
  )
  if (result < documents * 10) throw new Error(`the sitemap lists ${result} addresses`)
  return peak
}

/** Reads a sitemap with the files that it names; returns how many addresses they list. */
async function readSitemap(server: RunningServer, path: string): Promise<number> {
  const response = await fetch(server.url + path)
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
  let listed = 0
  let index = ''
  let end = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    // A tag may be cut between two chunks.
    const text = end + chunk
    listed += text.split('<url>').length - 1
    end = text.slice(-4)
    if (index.length < 200_000) index += chunk
  }
  if (!index.includes('<sitemapindex')) return listed
  for (const [, address = ''] of index.matchAll(/<loc>(.*?)<\/loc>/g))
    listed += await readSitemap(server, new URL(address).pathname)
  return listed
}

await runAlone(import.meta, measureSitemap)
