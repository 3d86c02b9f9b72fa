import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { hashPassword } from '#features/accounts/credentials.ts'
import { findMoved, markMoved } from '#platform/database/moved-mark.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { stopAbandoned } from '#platform/embedded-postgres/embedded-postgres-hold.ts'
import { EmbeddedPostgresError } from '#platform/embedded-postgres/embedded-postgres-places.ts'
import { createLog } from '#platform/log.ts'
import { createQueue } from '#platform/queue.ts'
import { connectTestDatabase } from './support/database.ts'
import { readFingerprint } from './support/moving/fingerprint.ts'
import {
  findFetched,
  findInstalled,
  makeOldFolder,
  type OldPrograms,
  readVersion,
  withOldPostgres,
} from './support/moving/old-cluster.ts'
import { runMain, startServerProcess } from './support/server-process.ts'

const log = createLog('silent')
const password = 'correct-horse-battery-9'
const folders: string[] = []
const programs = (await findFetched()) ?? findInstalled()
/** A folder of before, which takes longer to make than to copy, and what its database holds. */
let old: { folder: string; holds: Awaited<ReturnType<typeof readFingerprint>> }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-major-'))
  await chmod(folder, 0o755)
  folders.push(folder)
  return folder
}

async function copyOfOld(): Promise<string> {
  const folder = await newFolder()
  // Its owner is that of the copy, as when an operator puts back a folder.
  await cp(join(old.folder, 'postgres'), join(folder, 'postgres'), { recursive: true })
  await chmod(join(folder, 'postgres'), 0o700)
  return folder
}

before(async () => {
  if (!programs) return
  const database = await connectTestDatabase()
  try {
    await database.pool.query(
      `INSERT INTO users (username, username_key, name, role, password_hash) VALUES ('ines', 'ines', 'Inés', 'admin', $1)`,
      [await hashPassword(password)],
    )
    await database.pool.query(
      `INSERT INTO lead_tags (name, name_key, people) SELECT 'ñ☃\t\\' || n, n, n FROM generate_series(1, 3000) n`,
    )
    const job = { name: 'a-job-that-waits', payload: z.object({ id: z.number() }), work: async () => {} }
    const queue = createQueue({ pool: database.pool, log, jobs: [job], runsJobs: false })
    await queue.start()
    await queue.send(job, { id: 42 })
    await queue.stop()
    const folder = await newFolder()
    await makeOldFolder(folder, programs, database.url)
    old = { folder, holds: await readFingerprint(database.url) }
  } finally {
    await database.close()
  }
})
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const mark = { place: 'elsewhere', at: new Date('2030-01-02T03:04:05Z') }

async function onClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

const open = (dataDir: string, { folder }: OldPrograms) =>
  startEmbeddedPostgres({ dataDir, log, earlierPrograms: folder, settings: { fsync: 'off' } })

describe('a data folder of an earlier major version of PostgreSQL', {
  skip: !programs && 'needs the npm registry, or a PostgreSQL 15 to 17 of the system',
}, () => {
  const earlier = programs ?? { major: 0, folder: '' }

  test('is moved at the start: everything is there, the product runs on it, and the old one is kept', async () => {
    const dataDir = await copyOfOld()
    const postgres = await open(dataDir, earlier)
    try {
      assert.equal(await readVersion(postgres.url), 18)
      assert.deepEqual(await readFingerprint(postgres.url), old.holds)
      assert.equal(old.holds.rows['jobs.job']?.[0], 1)
    } finally {
      await postgres.stop()
    }
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => /postgres-|upgrade|postgresql/.test(name)),
      [`postgres-${earlier.major}`],
    )
    const kept = join(dataDir, `postgres-${earlier.major}`, 'PG_VERSION')
    assert.equal((await readFile(kept, 'utf8')).trim(), String(earlier.major))

    const server = await startServerProcess({ DATA_DIR: dataDir })
    try {
      const signIn = await server.send('/api/auth/login', { form: { username: 'ines', password } })
      assert.equal(signIn.status, 200, signIn.text)
      assert.match((await server.send('/es/')).text, /<html[^>]+lang="es"/)
    } finally {
      await server.end('SIGTERM')
    }
  })

  test('is whole whenever the process is killed, and moved by the next one', async () => {
    const dataDir = await copyOfOld()
    await withOldPostgres(dataDir, earlier.folder, (url) =>
      onClient(url, (client) => markMoved(client, mark)),
    )
    for (const after of [500, 1_800]) {
      const child = fork(new URL('support/moving/upgrade-process.ts', import.meta.url), [
        dataDir,
        earlier.folder,
      ])
      const ended = once(child, 'exit')
      await once(child, 'message')
      await sleep(after)
      child.kill('SIGKILL')
      await ended
      const hasOne = existsSync(join(dataDir, 'postgres'))
      assert.ok(hasOne || existsSync(join(dataDir, 'upgrade', 'complete')))
    }
    const postgres = await open(dataDir, earlier)
    try {
      assert.deepEqual(await readFingerprint(postgres.url), old.holds)
      assert.ok(!existsSync(join(dataDir, 'upgrade')))
      // What was moved to another database before is not opened again.
      await onClient(postgres.url, async (client) => assert.deepEqual(await findMoved(client), mark))
    } finally {
      await postgres.stop()
    }
  })

  test('is left as it is when the programs of that version are missing', async () => {
    const dataDir = await copyOfOld()
    const control = () => readFile(join(dataDir, 'postgres', 'global', 'pg_control'))
    const before = await control()
    const { code, output } = await runMain({ DATA_DIR: dataDir, PORT: '0', OLD_POSTGRES_DIR: '/nowhere' })
    assert.equal(code, 1)
    assert.match(
      output,
      /^OLD_POSTGRES_DIR names \/nowhere, .*bin\/postgres of PostgreSQL \d+\. Nothing was changed\.$/m,
    )
    assert.deepEqual(await control(), before)
    assert.ok(!existsSync(join(dataDir, 'upgrade')))
  })

  test('is refused when it is of a newer one', async () => {
    const dataDir = await copyOfOld()
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '99\n')
    await assert.rejects(open(dataDir, earlier), (error) => {
      assert.ok(error instanceof EmbeddedPostgresError)
      assert.match(error.message, /made by PostgreSQL 99, and this installation has PostgreSQL 18/)
      return true
    })
    assert.ok(await stopAbandoned(dataDir))
  })
})
