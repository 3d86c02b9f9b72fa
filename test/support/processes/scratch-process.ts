// Uses a scratch database until it is killed, and tells its address.
import { createScratchDatabases } from '#platform/embedded-postgres/scratch-database.ts'
import { createLog } from '#platform/log.ts'

const withScratchDatabase = createScratchDatabases({
  dataDir: process.argv[2] ?? '',
  log: createLog('silent'),
})
await withScratchDatabase(async (url) => {
  process.send?.(url)
  await new Promise(() => setInterval(() => {}, 1_000))
})
