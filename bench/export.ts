// The live heap during an export of 100,000 early adopters, compared with 10,000.
import pg from 'pg'
import { seedEarlyAdopters } from './early-adopters.ts'
import { createDatabase } from './support/database.ts'
import { peakHeapDuring } from './support/live-heap.ts'
import { atMost, type Finding, format, runAlone } from './support/report.ts'
import { type RunningServer, startFreshServer, startServer } from './support/server.ts'

const sizes = { few: 10_000, many: 100_000 } as const
const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

export async function measureExport(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are exported under the same conditions.
  await using few = await startFreshServer({ inspect: true })
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_export')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl, inspect: true })
  await seedEarlyAdopters(fewUrl, sizes.few)
  await seedEarlyAdopters(manyUrl, sizes.many)
  const small = await measurePeaks(few, fewUrl, sizes.few)
  const large = await measurePeaks(many, manyUrl, sizes.many)
  return formats.map((kind) => describe(kind, small[kind], large[kind]))
}

function describe(kind: string, small: number, large: number): Finding {
  return atMost(1.2, {
    promise: `largest live heap of an export as ${kind}, of 100,000 against 10,000`,
    measured: `${format(large)} MiB against ${format(small)} MiB`,
    ratio: large / small,
  })
}

/** The largest live heap of a process while it exports everyone, in each format. Both have exported a few people before. */
async function measurePeaks(server: RunningServer, databaseUrl: string, size: number) {
  const authorization = `Bearer ${await server.signIn()}`
  const ids = await findSome(databaseUrl)
  for (const kind of formats) await download(server, authorization, { format: kind, ids })
  const measure = async (kind: Format) => {
    const { result: lines, peak } = await peakHeapDuring(server.inspectorPort ?? 0, () =>
      download(server, authorization, { format: kind }),
    )
    // A header in a CSV file, none in JSON.
    const wanted = kind === 'csv' ? size + 1 : size
    if (lines !== wanted) throw new Error(`${lines} lines of ${wanted}`)
    return peak
  }
  return { csv: await measure('csv'), json: await measure('json') }
}

/** The ids of some people of the list. */
async function findSome(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('SELECT id FROM early_adopters LIMIT 1000')
  await client.end()
  return rows.map(({ id }) => id)
}

/** Downloads an export; returns its number of lines. */
async function download(
  server: RunningServer,
  authorization: string,
  request: { format: Format; ids?: string[] },
): Promise<number> {
  const response = await fetch(`${server.url}/api/early-adopters/export`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  let lines = 0
  for await (const chunk of response.body ?? []) for (const byte of chunk) if (byte === 10) lines++
  if (response.status !== 200) throw new Error(`the export answers ${response.status}`)
  return lines
}

await runAlone(import.meta, measureExport)
