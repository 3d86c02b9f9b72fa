import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'

// A process that owns the given data folder until it is killed. It sends the process id of the PostgreSQL it has started.
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2], log: createLog('silent') })
process.send?.(postgres.pid)
