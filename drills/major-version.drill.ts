// Data folders of earlier major versions of PostgreSQL are opened by this version, whose process is killed at random moments
// meanwhile: each time the old database or the new one is there as a whole, and in the end everything is in the new one.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { stopAbandoned } from '#platform/embedded-postgres/embedded-postgres-hold.ts'
import { createLog } from '#platform/log.ts'
import { runOn } from '../test/support/backups/archives.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { readFingerprint } from '../test/support/moving/fingerprint.ts'
import {
  findFetched,
  findInstalled,
  makeOldFolder,
  type OldPrograms,
  readVersion,
} from '../test/support/moving/old-cluster.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
// Each has a row in the audit log, too.
const tags = Number(process.env.ROWS ?? 100_000)
const log = createLog('silent')

const fetched = await findFetched()
const installed = findInstalled()

test(
  'a data folder of PostgreSQL 17, fetched from the npm registry, is moved amid kills',
  {
    skip: !fetched && 'needs the npm registry',
  },
  (context) => drill(fetched, (line) => context.diagnostic(line)),
)

test(
  'a data folder of the PostgreSQL 15 to 17 of the system is moved amid kills',
  {
    skip: !installed && 'needs postgresql-15, postgresql-16 or postgresql-17',
  },
  (context) => drill(installed, (line) => context.diagnostic(line)),
)

async function drill(programs: OldPrograms | undefined, tell: (line: string) => void): Promise<void> {
  if (!programs) return
  const parent = await mkdtemp(join(tmpdir(), 'firmeza-major-'))
  await chmod(parent, 0o755)
  try {
    const [old, dataDir] = [join(parent, 'old'), join(parent, 'data')]
    const database = await createTestDatabase()
    await runOn(
      database.url,
      `INSERT INTO lead_tags (name, name_key, people)
       SELECT 'ñ☃\t\\' || repeat(n::text, 20), n, n FROM generate_series(1, ${tags}) n`,
    )
    await makeOldFolder(old, programs, database.url)
    const holds = await readFingerprint(database.url)
    await database.drop()

    await copyFolder(old, dataDir)
    const begun = performance.now()
    const first = await startEmbeddedPostgres({ dataDir, log, earlierPrograms: programs.folder })
    const took = performance.now() - begun
    tell(`PostgreSQL ${programs.major}, ${2 * tags} rows: opened in ${(took / 1000).toFixed(1)} s`)
    await first.stop()

    for (let round = 0; round < rounds; round++) {
      if (await isMoved(dataDir)) {
        while (!(await stopAbandoned(dataDir))) await sleep(100)
        await rm(dataDir, { recursive: true })
        await copyFolder(old, dataDir)
      }
      await killAfter(Math.random() * took * 1.3, dataDir, programs)
      assert.ok((await isWhole(dataDir)) || existsSync(join(dataDir, 'upgrade', 'complete')))
    }
    const postgres = await startEmbeddedPostgres({ dataDir, log, earlierPrograms: programs.folder })
    try {
      assert.equal(await readVersion(postgres.url), 18)
      assert.deepEqual(await readFingerprint(postgres.url), holds)
    } finally {
      await postgres.stop()
    }
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name.startsWith('upgrade') || name.startsWith('postgresql-')),
      [],
    )
    tell(`${rounds} kills`)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await cp(join(from, 'postgres'), join(to, 'postgres'), { recursive: true })
  await chmod(to, 0o755)
  await chmod(join(to, 'postgres'), 0o700)
}

async function killAfter(milliseconds: number, dataDir: string, { folder }: OldPrograms): Promise<void> {
  const script = new URL('../test/support/moving/upgrade-process.ts', import.meta.url)
  const child: ChildProcess = fork(script, [dataDir, folder])
  const ended = once(child, 'exit')
  await once(child, 'message')
  await sleep(milliseconds)
  child.kill('SIGKILL')
  await ended
}

const readMajor = (dataDir: string) =>
  readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').then(Number, () => undefined)
const isMoved = async (dataDir: string) => (await readMajor(dataDir)) === 18
const isWhole = async (dataDir: string) => (await readMajor(dataDir)) !== undefined
