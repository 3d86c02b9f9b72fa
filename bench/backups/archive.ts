// An archive of about 1 GB of rows and files: how fast it is made, checked and loaded, against a plain COPY of the same rows.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Archive } from '#features/backups/archive/archive.ts'
import { loadFiles, loadInTransaction } from '#features/backups/archive/loading.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { writeArchive } from '#features/backups/archive/writing.ts'
import { systemClock } from '#platform/clock.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { seedEarlyAdopters } from '../early-adopters.ts'
import { createDatabase } from '../support/database.ts'
import { peakDuring } from '../support/peak.ts'
import { atMost, type Finding, format, runAlone, within } from '../support/report.ts'

const megabyte = 1_000_000
const files = { count: 100, size: 3 * megabyte }
const largeTables = ['early_adopters', 'audit_entries', 'analytics_views'] as const
/** In seconds: a gigabyte is restored in five minutes. */
const loadingLimit = 300

/** What is archived, and where. */
interface Bench {
  databaseUrl: string
  folder: string
  /** Of rows and files. */
  megabytes: number
  /** Seconds of a plain COPY of the large tables to a file, and from it into tables without anything else. */
  plain: { out: number; in: number }
}

export async function measureArchive(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') })
  try {
    const databaseUrl = postgres.url
    await migrateDatabase(databaseUrl)
    await fillDatabase(databaseUrl)
    await fillStore(folder)
    const plain = await copyPlainly(databaseUrl, join(folder, 'plain'))
    const bench = {
      databaseUrl,
      folder,
      megabytes: plain.megabytes + (files.count * files.size) / megabyte,
      plain,
    }
    return [...(await measureOne(bench, false)), ...(await measureOne(bench, true))]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOne(
  { databaseUrl, folder, megabytes, plain }: Bench,
  isEncrypted: boolean,
): Promise<Finding[]> {
  const title = isEncrypted ? 'an encrypted archive' : 'an archive'
  const identity = await generateX25519Identity()
  const path = join(folder, `backup-${isEncrypted}`)
  const before = process.memoryUsage().rss
  const writing = await timed(async () => {
    const { bytes } = writeArchive({
      ...{ databaseUrl, files: createFolderStore(join(folder, 'files')), leftOut: [], secretId: '' },
      ...{ site: { name: '', url: '' }, productVersion: '', clock: systemClock },
      recipients: isEncrypted ? [await identityToRecipient(identity)] : [],
    })
    await pipeline(bytes, createWriteStream(path))
  })
  const { size } = await stat(path)
  let archive: Archive | undefined
  const opening = await timed(async () => {
    const options = { identities: isEncrypted ? [identity] : [], knownMigrations: listMigrations() }
    archive = await openArchive(async () => createReadStream(path, { highWaterMark: 256 * 1024 }), options)
  })
  const target = await createDatabase(databaseUrl, `bench_target_${isEncrypted}`)
  const loading = await timed(async () => {
    if (!archive) throw new Error('the archive was not opened')
    await migrateDatabase(target, { only: archive.manifest.migrations })
    await loadInTransaction(target, archive)
    await loadFiles(createFolderStore(join(folder, `restored-${isEncrypted}`)), archive)
  })
  await rm(path)
  const peak = Math.max(writing.peak, opening.peak, loading.peak) - before
  const speed = (seconds: number) => `${format(megabytes / seconds)} MB/s`
  return [
    atMost(6, {
      promise: `making ${title} of ${format(megabytes)} MB, against a plain COPY of its rows`,
      measured: `${format(writing.seconds)} s (${speed(writing.seconds)}, ${format(size / megabyte)} MB) against ${format(plain.out)} s`,
      ratio: writing.seconds / plain.out,
    }),
    within(`checking ${title}`, loadingLimit / 5, opening.seconds, 's', speed(opening.seconds)),
    within(
      `opening and restoring ${title}`,
      loadingLimit * (megabytes / 1_000),
      opening.seconds + loading.seconds,
      's',
      `restoring alone ${format(loading.seconds)} s; a plain COPY without indexes ${format(plain.in)} s`,
    ),
    within(`memory for ${title}`, 250, peak / 1024 / 1024, 'MiB'),
  ]
}

/** The seconds that work takes, and the most memory of this process meanwhile. */
async function timed(work: () => Promise<void>): Promise<{ seconds: number; peak: number }> {
  const begun = performance.now()
  const { peak } = await peakDuring(async () => process.memoryUsage().rss, 50, work)
  return { seconds: (performance.now() - begun) / 1000, peak }
}

/** People with their search, a long log of changes, and a month of visits: about 700 MB of rows. */
async function fillDatabase(databaseUrl: string): Promise<void> {
  await seedEarlyAdopters(databaseUrl, 50_000)
  await runOn(databaseUrl, [
    `INSERT INTO audit_entries (author_kind, subject, row_key, operation, before, after)
     SELECT 'user', 'content_versions', md5(n::text), 'update', jsonb_build_object('text', repeat(md5(n::text) || ' ', 14)),
       jsonb_build_object('text', repeat(md5((n + 1)::text) || ' ', 14)) FROM generate_series(1, 420000) n`,
    `CREATE TABLE analytics_views_2026_11 PARTITION OF analytics_views FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')`,
    `INSERT INTO analytics_views SELECT gen_random_uuid(), '2026-11-01', moment::date, date_trunc('hour', moment), moment,
       gen_random_uuid(), false, '/es/use-cases/identity', 'es', 'search', '', '', '', '', '', 'mobile', 'ES'
     FROM (SELECT timestamptz '2026-11-01' + n * interval '2 seconds' AS moment FROM generate_series(1, 1200000) n) views`,
  ])
}

async function fillStore(folder: string): Promise<void> {
  const stored = createFolderStore(join(folder, 'files'))
  const chunk = crypto.getRandomValues(new Uint8Array(60_000))
  for (let number = 0; number < files.count; number += 1) {
    async function* content() {
      for (let written = 0; written < files.size; written += chunk.length) yield chunk
    }
    await stored.write(`documents/${number}`, content())
  }
}

async function copyPlainly(databaseUrl: string, path: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const found = { out: 0, in: 0, megabytes: 0 }
  try {
    for (const table of largeTables) {
      const begun = performance.now()
      await pipeline(client.query(copyTo(`COPY (SELECT * FROM ${table}) TO STDOUT`)), createWriteStream(path))
      found.out += (performance.now() - begun) / 1000
      found.megabytes += (await stat(path)).size / megabyte
      await client.query(`CREATE TEMP TABLE plain AS SELECT * FROM ${table} LIMIT 0`)
      const again = performance.now()
      await pipeline(createReadStream(path), client.query(copyFrom('COPY plain FROM STDIN')))
      found.in += (performance.now() - again) / 1000
      await client.query('DROP TABLE plain')
    }
    return found
  } finally {
    await client.end()
    await rm(path, { force: true })
  }
}

async function runOn(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

await runAlone(import.meta, measureArchive)
