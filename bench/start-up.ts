// The time from the start of the process to the first page: on a new data folder, and with data.

import { seedEarlyAdopters } from './early-adopters.ts'
import { type Finding, format, median, runAlone, within } from './support/report.ts'
import { makeDataDir, startServer } from './support/server.ts'

const rounds = 5

export async function measureStartUp(): Promise<Finding[]> {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using folder = await makeDataDir()
    {
      await using server = await startServer({ dataDir: folder.path })
      first.push(server.startedIn)
      await seedEarlyAdopters(await server.databaseUrl(), 10_000)
    }
    await using server = await startServer({ dataDir: folder.path })
    again.push(server.startedIn)
  }
  const note = (values: number[]) => `of ${values.map((value) => format(value / 1000)).join(', ')}`
  return [
    within('start to the first page, with data', 1, median(again) / 1000, 's', note(again)),
    within('the first start ever, once built', 3, median(first) / 1000, 's', note(first)),
  ]
}

await runAlone(import.meta, measureStartUp)
