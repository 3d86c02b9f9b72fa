import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { KeyFileError } from '#platform/key-files.ts'
import { createLog } from '#platform/log.ts'
import { createFakeClock } from '../test/support/clock.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { until } from '../test/support/until.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createCore } from './core.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
const options = {
  config: readConfig({}),
  log: createLog('silent'),
  clock: createFakeClock(),
  databaseUrl: database.url,
  dataDir,
}
after(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** The connections to the database, without the one that counts. */
async function countConnections(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rowCount } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`,
  )
  await client.end()
  return rowCount ?? 0
}

describe('the core', () => {
  test('closes its database connections when the workers fail to end', async ({ mock }) => {
    const core = await createCore(options)
    await core.pool.query('SELECT 1')
    mock.method(core.workers, 'close', () => Promise.reject(new Error('a worker does not end')))
    await assert.rejects(core.close(), { message: 'a worker does not end' })
    await until(async () => (await countConnections()) === 0, 'no connections', 5)
  })

  test('opens no database connection when the key file cannot be used', async () => {
    await writeFile(join(dataDir, 'secret-key'), 'too short')
    await assert.rejects(createCore(options), KeyFileError)
    assert.equal(await countConnections(), 0)
  })
})

describe('the app', () => {
  const appOptions = {
    ...options,
    config: readConfig({ SECRET_KEY: 'a secret that only the tests know of' }),
  }

  test('leaves no database connection open when it cannot be built', async () => {
    const broken = {
      get routes(): never {
        throw new Error('a route cannot be defined')
      },
    }
    await assert.rejects(buildApp({ ...appOptions, moreFeatures: [broken] }), /a route cannot be defined/)
    await until(async () => (await countConnections()) === 0, 'no connections', 5)
  })

  test('closes its database connections when a feature fails to close', async () => {
    const close = () => Promise.reject(new Error('a feature does not close'))
    const app = await buildApp({ ...appOptions, moreFeatures: [{ close }] })
    await assert.rejects(app.close(), /a feature does not close/)
    await until(async () => (await countConnections()) === 0, 'no connections', 5)
  })
})
