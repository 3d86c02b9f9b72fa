import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { listMigrations } from '#platform/database/migrations.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, migrateDatabase } from '#platform/postgres.ts'
import { createQueue } from '#platform/queue.ts'
import { emptyDatabases, runOn } from '../../../../test/support/backups/archives.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { readFingerprint } from '../../../../test/support/moving/fingerprint.ts'
import { CopyError, copyDatabase } from './copy.ts'
import { checkTarget } from './target.ts'

const log = createLog('silent')
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  const { pool, close } = connectPostgres(database.url, { log })
  const queue = createQueue({ pool, log, jobs: [], runsJobs: false })
  await queue.start()
  await queue.stop()
  await close()
  await runOn(
    database.url,
    `INSERT INTO lead_tags (name, name_key, people) SELECT n, n, n FROM generate_series(1, 100) n`,
  )
})
after(() => database.drop())

async function copy(from: string, to: string, meddle = (_target: pg.Client) => {}) {
  const [source, target] = [new pg.Client(from), new pg.Client(to)]
  await Promise.all([source.connect(), target.connect()])
  try {
    await checkTarget(target)
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    meddle(target)
    return await copyDatabase({ source, target })
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** Has a statement run when a table is read back. */
function runBeforeReading(target: pg.Client, table: string, statement: string): void {
  const query = target.query.bind(target)
  target.query = ((...given: unknown[]) => {
    const [{ text = '' } = {}] = given as [{ text?: string }]
    if (text.startsWith(`COPY public."${table}"`) && text.endsWith('TO STDOUT')) void query(statement)
    return Reflect.apply(query, target, given)
  }) as typeof target.query
}

const isRefused = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CopyError, String(error))
  assert.match(error.message, message)
  return true
}

describe('a copy of a database', () => {
  test('holds all that it holds, and gives no number again', async () => {
    await emptyDatabases(database.url)(async (url) => {
      const { tables, rows } = await copy(database.url, url)
      const [holds, copied] = [await readFingerprint(database.url), await readFingerprint(url)]
      assert.deepEqual(copied, holds)
      assert.equal(tables, Object.keys(holds.rows).length)
      assert.equal(
        rows,
        Object.values(holds.rows).reduce((sum, [count]) => sum + count, 0),
      )
      const insert = `INSERT INTO lead_tags (name, name_key, people) VALUES ('next', 'next', 0)`
      await Promise.all([runOn(url, insert), runOn(database.url, insert)])
      assert.deepEqual(
        (await readFingerprint(url)).sequences,
        (await readFingerprint(database.url)).sequences,
      )
    })
  })

  test('of an earlier version has its schema, and is brought to the present one as it would be', async () => {
    await emptyDatabases(database.url)((from) =>
      emptyDatabases(database.url)(async (to) => {
        await migrateDatabase(from, { only: listMigrations().slice(0, -3) })
        await copy(from, to)
        assert.deepEqual(await readFingerprint(to), await readFingerprint(from))
        await migrateDatabase(to)
        assert.deepEqual((await readFingerprint(to)).migrations, listMigrations())
      }),
    )
  })

  test('in which something differs leaves nothing behind', async () => {
    await emptyDatabases(database.url)(async (url) => {
      const meddle = (target: pg.Client) =>
        runBeforeReading(target, 'lead_tags', "UPDATE lead_tags SET people = 7 WHERE name = '1'")
      await assert.rejects(
        copy(database.url, url, meddle),
        isRefused(/^Rows of lead_tags differ in the copy\.$/),
      )
      const client = new pg.Client(url)
      await client.connect()
      await checkTarget(client).finally(() => client.end())
    })
  })

  test('of a newer version is not made', async () => {
    await emptyDatabases(database.url)((from) =>
      emptyDatabases(database.url)(async (to) => {
        await migrateDatabase(from, { only: listMigrations().slice(0, 1) })
        await runOn(
          from,
          "INSERT INTO drizzle.__drizzle_migrations (hash, created_at, name) VALUES ('', 0, '2999_later')",
        )
        await assert.rejects(copy(from, to), isRefused(/newer version .* 2999_later\): use that version\.$/))
      }),
    )
  })
})
