import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createLog } from '#platform/log.ts'
import { until } from '../../../test/support/until.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { EmbeddedPostgresError } from './embedded-postgres-places.ts'

const ownerScript = new URL('../../../test/support/postgres-owner.ts', import.meta.url)
const log = createLog('silent')
const folders: string[] = []
const running = new Set<EmbeddedPostgres>()
/** A data folder in which PostgreSQL has been set up, which takes longer than to copy it. */
let prepared: string

before(async () => {
  prepared = await newFolder()
  await stop(await start(prepared))
})
after(async () => {
  for (const postgres of running) await postgres.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

describe('the embedded PostgreSQL', () => {
  test('keeps its data from one start to the next, and is gone after stop', async () => {
    const dataDir = await newFolder()
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE proof AS SELECT 42 AS answer')
    const { pid } = first
    await stop(first)
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })

    const second = await start(dataDir)
    assert.deepEqual(await query(second.url, 'SELECT answer FROM proof'), [{ answer: 42 }])
    await stop(second)
  })

  test('is durable, speaks UTF-8, and gives the product no power over the machine', async () => {
    const postgres = await start(await usedFolder())
    const rows = await query(
      postgres.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
              current_setting('server_encoding') AS encoding, lower('ÑÅЖ') AS lower,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
    )
    assert.deepEqual(rows, [
      {
        fsync: 'on',
        commit: 'on',
        checksums: 'on',
        addresses: '',
        encoding: 'UTF8',
        lower: 'ñåж',
        super: false,
      },
    ])
    await stop(postgres)
  })

  test('knows the letters of all scripts', async () => {
    const postgres = await start(await usedFolder())
    await query(postgres.url, 'CREATE EXTENSION pg_trgm')
    assert.deepEqual(
      await countTrigrams(postgres.url),
      words.map((word) => [...word].length + 1),
    )
    await stop(postgres)
  })

  test('moves a database of earlier versions, which knew only ASCII, and goes on where it was cut', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir)
    await query(first.url, 'CREATE EXTENSION pg_trgm')
    await query(
      asSuperuser(first.url, 'postgres'),
      "UPDATE pg_database SET datctype = 'C' WHERE datname = 'firmeza'",
    )
    assert.deepEqual(
      await countTrigrams(first.url),
      words.map(() => 0),
    )
    await query(first.url, `CREATE TABLE people AS SELECT unnest('{${words}}'::text[]) AS name`)
    await query(first.url, 'CREATE INDEX people_name ON people USING gin (name gin_trgm_ops)')
    // A start that was cut after the letters were changed and before the index was rebuilt.
    await query(
      asSuperuser(first.url, 'postgres'),
      "UPDATE pg_database SET datctype = 'C.UTF-8' WHERE datname = 'firmeza'",
    )
    await query(
      asSuperuser(first.url, 'postgres'),
      "ALTER DATABASE firmeza SET firmeza.search_indexes = 'stale'",
    )
    assert.deepEqual(
      await findByIndex(first.url),
      words.map(() => 0),
    )
    await stop(first)
    const second = await start(dataDir)
    assert.deepEqual(
      await findByIndex(second.url),
      words.map(() => 1),
    )
    // The whole move.
    await query(
      asSuperuser(second.url, 'postgres'),
      "UPDATE pg_database SET datctype = 'C' WHERE datname = 'firmeza'",
    )
    await query(second.url, 'REINDEX INDEX people_name')
    await stop(second)
    const third = await start(dataDir)
    assert.deepEqual(
      await countTrigrams(third.url),
      words.map((word) => [...word].length + 1),
    )
    assert.deepEqual(
      await findByIndex(third.url),
      words.map(() => 1),
    )
    assert.deepEqual(
      await query(third.url, "SELECT current_setting('firmeza.search_indexes', true) AS state"),
      [{ state: null }],
    )
    await stop(third)
  })

  test('starts with a database of a machine that has other locales', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir)
    await query(first.url, 'CREATE EXTENSION pg_trgm')
    await query(
      asSuperuser(first.url, 'postgres'),
      "UPDATE pg_database SET datctype = 'xx_YY.UTF-8' WHERE datname = 'firmeza'",
    )
    await stop(first)
    const second = await start(dataDir)
    assert.deepEqual(
      await countTrigrams(second.url),
      words.map((word) => [...word].length + 1),
    )
    await stop(second)
  })

  test('tells a second process on the same data folder to set DATABASE_URL', async () => {
    const dataDir = await usedFolder()
    const postgres = await start(dataDir)
    await assert.rejects(
      startEmbeddedPostgres({ dataDir, log }),
      isAdvice(/in use by another process.*DATABASE_URL/),
    )
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }])
    await stop(postgres)
  })

  test('lets one of two processes own a new folder when both start at the same time', async () => {
    const dataDir = await newFolder()
    const attempts = await Promise.allSettled([start(dataDir), start(dataDir)])
    const won = attempts.filter((attempt) => attempt.status === 'fulfilled')
    const lost = attempts.filter((attempt) => attempt.status === 'rejected')
    assert.equal(won.length, 1)
    assert.ok(isAdvice(/DATABASE_URL/)(lost[0]?.reason))
    for (const { value } of won) await stop(value)
  })

  test('is taken over while it runs when its process was killed', async () => {
    const dataDir = await usedFolder()
    const owner = fork(ownerScript, [dataDir])
    const [pid] = await once(owner, 'message')
    await kill(owner)
    const postgres = await start(dataDir)
    assert.equal(postgres.pid, pid)
    await stop(postgres)
    assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)
  })

  test('starts however early its process was killed', async () => {
    const dataDir = await newFolder()
    for (const milliseconds of [250, 450, 700, 1_000]) {
      const owner = fork(ownerScript, [dataDir])
      await sleep(milliseconds)
      await kill(owner)
    }
    const postgres = await start(dataDir)
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }])
    const half = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.'))
    assert.deepEqual(half, ['postgres.log'])
    await stop(postgres)
  })

  test('is started again when it was killed itself, with all that was committed', async () => {
    const postgres = await start(await usedFolder())
    await query(postgres.url, 'CREATE TABLE proof AS SELECT 42 AS answer')
    const killed = postgres.pid
    process.kill(killed, 'SIGKILL')
    await until(() => postgres.pid !== killed, 'PostgreSQL is started again')
    assert.deepEqual(await query(postgres.url, 'SELECT answer FROM proof'), [{ answer: 42 }])
    await stop(postgres)
  })

  test('starts with an old postmaster.pid whose process id another process has', async () => {
    const dataDir = await usedFolder()
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(join(dataDir, 'socket', '.s.PGSQL.5432.lock'), `${process.pid}\n`)
    await writeFile(file, `${process.pid}\n${dataDir}/postgres\n0\n5432\n${dataDir}/socket\n\n\nready\n`)
    const postgres = await start(dataDir)
    assert.notEqual(postgres.pid, process.pid)
    await stop(postgres)
  })

  test('listens in a short folder when the data folder is too deep for a socket', async () => {
    const dataDir = join(await newFolder(), 'deep'.repeat(20), 'deeper'.repeat(5))
    const postgres = await start(dataDir)
    const socketFolder = new URL(postgres.url).searchParams.get('host') ?? ''
    folders.push(socketFolder)
    assert.ok(existsSync(socketFolder) && !socketFolder.startsWith(dataDir))
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }])
    await stop(postgres)
  })

  test('starts in a folder with any name', async () => {
    const dataDir = join(await newFolder(), `a "quoted" one's $HOME, "" \\ \`id\` %20 ملف`)
    await cp(prepared, dataDir, { recursive: true, preserveTimestamps: true })
    const postgres = await start(dataDir)
    assert.deepEqual(await query(postgres.url, 'SELECT 1 AS one'), [{ one: 1 }])
    await stop(postgres)
  })

  test('does not change a folder with other content', async () => {
    const dataDir = await newFolder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'mine')
    await assert.rejects(startEmbeddedPostgres({ dataDir, log }), isAdvice(/not empty.*DATA_DIR/))
  })
})

const words = ['привет', 'مرحبا', '你好世界']

/** How many trigrams each word has. */
async function countTrigrams(url: string): Promise<unknown[]> {
  const rows = await query(
    url,
    `SELECT cardinality(show_trgm(word)) AS n FROM unnest('{${words}}'::text[]) AS word`,
  )
  return rows.map(({ n }) => n)
}

/** How many people the index finds for each word. */
async function findByIndex(url: string): Promise<unknown[]> {
  const rows = await query(
    url,
    `SET enable_seqscan = off; SELECT (SELECT count(*)::int FROM people WHERE name LIKE '%' || word || '%') AS n
     FROM unnest('{${words}}'::text[]) AS word`,
  )
  return rows.map(({ n }) => n)
}

function asSuperuser(address: string, database: string): string {
  const url = new URL(address)
  url.username = 'postgres'
  url.pathname = database
  return url.href
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-embedded-'))
  folders.push(folder)
  // A folder inside must be reachable for the user that PostgreSQL runs as when this is root.
  await chmod(folder, 0o755)
  return folder
}

async function usedFolder(): Promise<string> {
  const folder = await newFolder()
  await cp(prepared, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  running.add(postgres)
  return postgres
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.stop()
  running.delete(postgres)
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const answers = [await client.query<Record<string, unknown>>(text).finally(() => client.end())].flat()
  return answers.at(-1)?.rows ?? []
}

function isAdvice(pattern: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof EmbeddedPostgresError && pattern.test(error.message)
}
