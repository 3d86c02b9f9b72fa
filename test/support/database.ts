import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, migrateDatabase, type Postgres } from '#platform/postgres.ts'

/** An empty database with the newest schema, for one test file. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

// Test data need not survive a crash. No autovacuum: the owner of a database cannot end its worker, and so could not drop
// the database while the worker is active. Connections for the many processes of tests that run at once.
const settings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  max_connections: '150',
}
// Any fixed number. Test files that start at once wait for this lock while one of them creates the template.
const templateLock = 7_203_649

let server: Promise<string> | undefined

/**
 * Creates a database as a copy of the template, on the server of `TEST_DATABASE_URL`, whose user may create
 * databases. Without it, when a test file is run by hand, the server is one that runs as long as this process.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  server ??= process.env.TEST_DATABASE_URL ? Promise.resolve(process.env.TEST_DATABASE_URL) : startOwnServer()
  const serverUrl = await server
  const template = await ensureTemplate(serverUrl)
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  // As files: in a quarter of the time that a copy through the log takes.
  await withClient(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  )
  return {
    url: withDatabase(serverUrl, name),
    async drop() {
      await withClient(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** The same with connections to it, which `close` ends before it drops the database. */
export async function connectTestDatabase({ max = 3 } = {}): Promise<Postgres & { url: string }> {
  const database = await createTestDatabase()
  const postgres = connectPostgres(database.url, { log: createLog('silent'), max })
  return {
    ...postgres,
    url: database.url,
    async close() {
      await postgres.close()
      await database.drop()
    },
  }
}

/** Starts a PostgreSQL for tests in a new temporary folder: fast, and not durable. */
export async function startTestPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent'), settings })
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  const kill = () => {
    process.kill(postgres.pid, 'SIGQUIT')
    remove()
  }
  // A test that ends the process must not leave a server behind.
  process.once('exit', kill)
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      process.off('exit', kill)
      remove()
    },
  }
}

/** Starts a PostgreSQL in a child process, which stops it when this process ends. */
async function startOwnServer(): Promise<string> {
  const child = fork(new URL('processes/postgres-process.ts', import.meta.url))
  const [url] = await once(child, 'message')
  // This process does not wait for that one.
  child.unref()
  child.channel?.unref()
  return String(url)
}

/** The database that all others are copied from, created once for each state of the migrations. */
async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `test_template_${digestOf(new URL('../../migrations/', import.meta.url))}`
  await withClient(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock])
    const { rows } = await client.query<{ finished: boolean }>(
      'SELECT datistemplate AS finished FROM pg_database WHERE datname = $1',
      [name],
    )
    if (rows[0]?.finished) return
    // An unfinished one was left by a run that was killed.
    if (rows[0]) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    // With the letters of the product's own database, which the server's templates do not have.
    const { rows: own } = await client.query<{ ctype: string }>(
      'SELECT datctype AS ctype FROM pg_database WHERE datname = current_database()',
    )
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 LC_CTYPE '${own[0]?.ctype ?? 'C'}'`)
    await migrateDatabase(withDatabase(serverUrl, name))
    await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`)
  })
  return name
}

function digestOf(folder: URL): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.sql'),
  )
  for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 12)
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
