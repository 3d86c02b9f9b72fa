import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'

// A process that opens a data folder of an earlier major version, and is killed while it does.
const [dataDir, earlierPrograms] = process.argv.slice(2)
process.send?.('begins')
await startEmbeddedPostgres({
  dataDir,
  earlierPrograms,
  log: createLog('silent'),
  settings: { fsync: 'off' },
})
process.send?.('open')
