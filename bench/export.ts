// The memory that an export of 200,000 early adopters takes, against one of 1,000.
import pg from 'pg'
import { seedEarlyAdopters } from './early-adopters.ts'
import { createDatabase } from './lists.ts'
import { proportionalSetSize } from './support/process-tree.ts'
import { atMost, type Finding, format, runAlone } from './support/report.ts'
import { type RunningServer, startFreshServer, startServer } from './support/server.ts'

const sizes = { few: 1_000, many: 200_000 } as const
const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

export async function measureExport(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are exported under the same conditions.
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_export')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedEarlyAdopters(fewUrl, sizes.few)
  await seedEarlyAdopters(manyUrl, sizes.many)
  const small = await measurePeaks(few, fewUrl, sizes.few)
  const large = await measurePeaks(many, manyUrl, sizes.many)
  return formats.map((kind) => describe(kind, small[kind], large[kind]))
}

function describe(kind: string, small: number, large: number): Finding {
  return atMost(1.5, {
    promise: `memory of an export as ${kind}, of 200,000 against 1,000`,
    measured: `${format(large)} MiB against ${format(small)} MiB`,
    ratio: large / small,
  })
}

/**
 * The most memory that a process takes while it exports everyone, in each format. Both have just exported the same
 * number of people: one that has only started, or has idled since and given memory back, takes less for anything it does.
 */
async function measurePeaks(server: RunningServer, databaseUrl: string, size: number) {
  const authorization = `Bearer ${await server.signIn()}`
  const ids = await findSome(databaseUrl)
  for (const kind of formats) await download(server, authorization, { format: kind, ids })
  const measure = async (kind: Format) => {
    const { lines, peak } = await download(server, authorization, { format: kind })
    // A header in a CSV file, none in JSON.
    const wanted = kind === 'csv' ? size + 1 : size
    if (lines !== wanted) throw new Error(`${lines} lines of ${wanted}`)
    return peak
  }
  return { csv: await measure('csv'), json: await measure('json') }
}

/** As many of a list as the small one has in all. */
async function findSome(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('SELECT id FROM early_adopters LIMIT $1', [sizes.few])
  await client.end()
  return rows.map(({ id }) => id)
}

/** Downloads an export; tells its lines, and the most memory that the process took meanwhile, in MiB. */
async function download(
  server: RunningServer,
  authorization: string,
  request: { format: Format; ids?: string[] },
) {
  let peak = 0
  const look = async () => {
    peak = Math.max(peak, (await proportionalSetSize(server.pid)).node)
  }
  const looking = setInterval(() => void look(), 100)
  const response = await fetch(`${server.url}/api/early-adopters/export`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  let lines = 0
  for await (const chunk of response.body ?? []) for (const byte of chunk) if (byte === 10) lines++
  clearInterval(looking)
  await look()
  if (response.status !== 200) throw new Error(`the export answers ${response.status}`)
  return { lines, peak }
}

await runAlone(import.meta, measureExport)
