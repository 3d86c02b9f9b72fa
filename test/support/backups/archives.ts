import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import type { Archive, Manifest } from '#features/backups/archive/archive.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { type ArchiveOrder, writeArchive } from '#features/backups/archive/writing.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createFakeClock } from '../clock.ts'
import type { TestDatabase } from '../database.ts'

/** A file store in a temporary folder. */
export async function createTestFiles(): Promise<{ files: FileStore; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  return { files: createFolderStore(folder), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** An order that lacks nothing, for tests. */
export function orderOf(
  source: Pick<ArchiveOrder, 'databaseUrl' | 'files'>,
  more: Partial<ArchiveOrder> = {},
): ArchiveOrder {
  return {
    ...{ leftOut: [], secretId: 'the id of a secret', productVersion: '1.0.0', recipients: [] },
    site: { name: 'A site', url: 'https://site.example' },
    clock: createFakeClock(),
    ...source,
    ...more,
  }
}

/** Makes an archive in memory. */
export async function makeArchive(order: ArchiveOrder): Promise<{ bytes: Buffer; manifest: Manifest }> {
  const { bytes, manifest } = writeArchive(order)
  return { bytes: await buffer(bytes), manifest: await manifest }
}

/** Opens an archive that is in memory. */
export function openBytes(bytes: Buffer, identities: readonly string[] = []): Promise<Archive> {
  return openArchive(async () => Readable.from(slicesOf(bytes), { objectMode: false }), {
    ...{ identities, knownMigrations: listMigrations() },
  })
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

/** Creates a database without any table, beside another one. */
export async function createEmptyDatabase(neighbourUrl: string): Promise<TestDatabase> {
  const name = `scratch_${process.pid}_${randomBytes(4).toString('hex')}`
  await runOn(neighbourUrl, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = new URL(neighbourUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(neighbourUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** Gives each work a database without any table, beside another one, and a folder. */
export function emptyDatabases(neighbourUrl: string): WithScratchDatabase {
  return async (work) => {
    const database = await createEmptyDatabase(neighbourUrl)
    const folder = await mkdtemp(join(tmpdir(), 'firmeza-scratch-'))
    try {
      return await work(database.url, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
      await database.drop()
    }
  }
}

/** Runs a statement on a connection of its own. */
export async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
