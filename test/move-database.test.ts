import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CopyError } from '#platform/database/copying/copy.ts'
import { moveDatabase } from '#platform/database/copying/move.ts'
import { openEmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { emptyDatabases, runOn } from './support/backups/archives.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { readFingerprint } from './support/moving/fingerprint.ts'
import { runMain, startServerProcess } from './support/server-process.ts'

const program = fileURLToPath(new URL('../dist/server/admin-commands.js', import.meta.url))
const password = 'correct-horse-battery-9'
const log = createLog('silent')
let dataDir: string
let database: TestDatabase

/** Runs the command as an operator would; `onLine` is called with each line of its progress. */
async function move(
  parameters: string[],
  env: Record<string, string> = {},
  onLine?: (kill: () => void) => void,
) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [program, 'move-database', ...parameters], {
    env: { PATH, HOME, DATA_DIR: dataDir, ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    onLine?.(() => child.kill('SIGKILL'))
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

/** What the embedded database holds. */
async function readEmbedded() {
  const postgres = await openEmbeddedPostgres({ dataDir, log })
  return readFingerprint(postgres.url).finally(() => postgres.stop())
}

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-move-'))
  database = await createTestDatabase()
  const server = await startServerProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  try {
    const { code, output } = await move([database.url])
    assert.equal(code, 1)
    assert.match(output, /^The new database cannot be used: it is not empty \(there is drizzle\.\w+\)\.$/m)
    await emptyDatabases(database.url)(async (url) => {
      const refused = await move([url])
      assert.match(refused.output, /^Stop every process of the product first/)
    })
  } finally {
    await server.end('SIGTERM')
  }
})
after(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('npm run admin -- move-database', () => {
  test('moves everything into another database, on which the product goes on, and closes the one before', async () => {
    const holds = await readEmbedded()
    await emptyDatabases(database.url)(async (url) => {
      // Killed half-way it leaves nothing there, and the source open.
      assert.equal((await move([url], {}, (kill) => kill())).code, null)

      const { code, output } = await move([url])
      assert.equal(code, 0, output)
      assert.match(output, /^\d+ tables with \d+ rows are in postgres:\/\/.*, each row compared\.$/m)
      assert.match(output, /^Now set DATABASE_URL to that address/m)
      assert.match(output, /keep DATA_DIR, \/.*, with the files and the secret in it\.$/m)
      assert.deepEqual(await readFingerprint(url), holds)
      assert.equal(holds.rows['public.users']?.[0], 1)

      const server = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: url })
      try {
        const signIn = await server.send('/api/auth/login', { form: { username: 'admin', password } })
        assert.equal(signIn.status, 200, signIn.text)
        assert.match((await server.send('/es/')).text, /<html[^>]+lang="es"/)
      } finally {
        await server.end('SIGTERM')
      }

      const closed = await runMain({ DATA_DIR: dataDir, PORT: '0' })
      assert.equal(closed.code, 1)
      assert.match(
        closed.output,
        /^The data of this database was moved to postgres:\/\/.* on \d{4}-\d\d-\d\d: /m,
      )
      assert.doesNotMatch(closed.output, /\n\s+at /)
    })
    const undone = await move(['--undo'])
    assert.deepEqual([undone.code, undone.output.slice(0, 27)], [0, 'This database is open again'])
    assert.deepEqual(await readEmbedded(), holds)
  })

  test('moves back into the embedded one', async () => {
    const other = await mkdtemp(join(tmpdir(), 'firmeza-move-'))
    try {
      const holds = await readFingerprint(database.url)
      const { code, output } = await move(['embedded'], { DATABASE_URL: database.url, DATA_DIR: other })
      assert.equal(code, 0, output)
      assert.match(output, /^Now remove DATABASE_URL, set DATA_DIR=/m)
      const postgres = await startEmbeddedPostgres({ dataDir: other, log })
      const moved = await readFingerprint(postgres.url).finally(() => postgres.stop())
      assert.deepEqual(moved, holds)
    } finally {
      assert.equal((await move(['--undo'], { DATABASE_URL: database.url })).code, 0)
      await rm(other, { recursive: true, force: true })
    }
  })

  test('says what is wrong with an address', async () => {
    const [usage = ''] = (await move(['nowhere'])).output.split('\n')
    assert.match(usage, /^move-database takes an address such as postgres:/)
    await emptyDatabases(database.url)(async (url) => {
      const refuses = (targetUrl: string, message: RegExp) =>
        assert.rejects(moveDatabase({ sourceUrl: database.url, targetUrl, place: 'there' }), (error) => {
          assert.ok(error instanceof CopyError)
          assert.match(error.message, message)
          return true
        })
      const start = 'The new database cannot be used: '
      await refuses(
        'postgres://nobody@127.0.0.1:1/none',
        new RegExp(`^${start}nothing listens at 127\\.0\\.0\\.1, port 1\\.$`),
      )
      await refuses(database.url, new RegExp(`^${start}it is not empty \\(there is \\w+\\.\\w+\\)\\.$`))
      const { username, pathname } = new URL(url)
      await runOn(url, `REVOKE CREATE ON DATABASE ${pathname.slice(1)} FROM ${username}`)
      await refuses(
        url,
        new RegExp(`^${start}the user "\\w+" may not make schemas in it \\(GRANT CREATE ON DATABASE`),
      )
    })
  })
})
