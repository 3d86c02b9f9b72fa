import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'

// A process that owns the data folder it is given until it is killed; says which PostgreSQL it started.
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2], log: createLog('silent') })
process.send?.(postgres.pid)
