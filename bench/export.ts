// The memory that an export of 200,000 early adopters takes, against one of 1,000.
import { seedEarlyAdopters } from './early-adopters.ts'
import { createDatabase } from './lists.ts'
import { proportionalSetSize } from './process-tree.ts'
import { atMost, type Finding, format, runAlone } from './report.ts'
import { type RunningServer, startFreshServer, startServer } from './server.ts'

const sizes = { few: 1_000, many: 200_000 } as const

export async function measureExport(): Promise<Finding[]> {
  // Two processes on one PostgreSQL, so that both sizes are exported under the same conditions.
  await using few = await startFreshServer()
  const fewUrl = await few.databaseUrl()
  const manyUrl = await createDatabase(fewUrl, 'firmeza_export')
  await using many = await startServer({ dataDir: few.dataDir, databaseUrl: manyUrl })
  await seedEarlyAdopters(fewUrl, sizes.few)
  await seedEarlyAdopters(manyUrl, sizes.many)
  const findings: Finding[] = []
  for (const format of ['csv', 'json'] as const) {
    const [small, large] = [
      await measurePeak(few, format, sizes.few),
      await measurePeak(many, format, sizes.many),
    ]
    findings.push(describe(format, small, large))
  }
  return findings
}

function describe(kind: string, small: number, large: number): Finding {
  return atMost(1.5, {
    promise: `memory of an export as ${kind}, of 200,000 against 1,000`,
    measured: `${format(large)} MiB against ${format(small)} MiB`,
    ratio: large / small,
  })
}

/** Downloads an export and tells the most memory that the process took while it did, in MiB. */
async function measurePeak(server: RunningServer, format: string, size: number): Promise<number> {
  const authorization = `Bearer ${await server.signIn()}`
  let peak = 0
  const look = async () => {
    peak = Math.max(peak, (await proportionalSetSize(server.pid)).node)
  }
  const looking = setInterval(() => void look(), 100)
  const response = await fetch(`${server.url}/api/early-adopters/export`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  })
  let lines = 0
  for await (const chunk of response.body ?? []) for (const byte of chunk) if (byte === 10) lines++
  clearInterval(looking)
  await look()
  // A header in a CSV file, none in JSON.
  const wanted = format === 'csv' ? size + 1 : size
  if (response.status !== 200 || lines !== wanted) throw new Error(`${response.status}, ${lines} lines`)
  return peak
}

await runAlone(import.meta, measureExport)
