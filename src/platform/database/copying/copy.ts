import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { recordCompatible } from '#platform/database/compatible-migrations.ts'
import { listMigrations, migrationsFolder, withMigrations } from '#platform/database/migrations.ts'
import { createJobTables, jobSchema, listJobTables } from './job-store.ts'
import { copyInto } from './load-store.ts'
import { replaceRows } from './loading.ts'
import { hashRows, RowHash } from './row-hash.ts'
import { type Contents, type CopiedTable, copyRows, describeContents, setCopying } from './snapshot-store.ts'

/** How far a copy is. */
export interface CopyProgress {
  tables: { done: number; total: number }
  rows: number
}

interface Copy {
  /** In a transaction that sees one state. */
  source: pg.Client
  /** Connected to a database without any table. */
  target: pg.Client
  onProgress?(progress: CopyProgress): void
  /** Called once everything is there and compared; what it throws ends the copy, and nothing is there. */
  beforeCommit?(): Promise<void>
}

/** What was copied. */
export interface Copied {
  tables: number
  rows: number
}

/** A database that cannot be copied; the message is a sentence for the operator. */
export class CopyError extends Error {
  override name = 'CopyError'
}

interface TableOfSchema extends CopiedTable {
  schema: string
}

/**
 * Copies everything of the product from one database into an empty one, in one transaction, and compares all that arrived before it
 * commits. The schema is made by the migrations that the source has had, so that it is the same in each part; whoever
 * starts the product then brings it to the present one.
 * @throws {CopyError} when the source is of a newer version, or something differs
 */
export async function copyDatabase({
  source,
  target,
  onProgress = () => {},
  beforeCommit = async () => {},
}: Copy): Promise<Copied> {
  const contents = await describeContents(source)
  refuseUnknown(contents.migrations)
  const progress: CopyProgress = { tables: { done: 0, total: contents.tables.length }, rows: 0 }
  const hashes = new Map<TableOfSchema, string>()

  async function copy(table: TableOfSchema, into: (rows: Readable) => Promise<number>): Promise<void> {
    const hash = new RowHash()
    const rows = passOn(copyRows(source, table, table.schema), (chunk) => hash.update(chunk))
    const count = await into(Readable.from(rows, { objectMode: false }))
    hashes.set(table, hash.digest())
    if (count !== hash.rows)
      throw new CopyError(`The table ${table.name} has got ${count} rows of ${hash.rows}.`)
    progress.tables.done += 1
    progress.rows += count
    onProgress(progress)
  }

  await drizzle({ client: target }).transaction(async (transaction) => {
    await setCopying(target)
    await withMigrations({ only: contents.migrations, folder: migrationsFolder }, (chosen) =>
      migrate(transaction, { migrationsFolder: chosen }),
    )
    await recordCompatible(target, migrationsFolder)
    const jobs = await createJobTables(target, await listJobTables(source))
    progress.tables.total += jobs.length
    await replaceRows(target, contents, async (load) => {
      for (const table of contents.tables)
        await copy({ ...table, schema: 'public' }, (rows) => load(table, rows))
    })
    for (const table of jobs)
      await copy({ ...table, schema: jobSchema }, (rows) => copyInto(target, table, rows, jobSchema))
    await compare(target, contents, hashes)
    await beforeCommit()
  })
  // Until the database has figures of its own of the tables, it would plan its queries badly. What is there is complete without
  // them: where a limit of the role ends this, PostgreSQL makes them by itself.
  await target.query('ANALYZE').catch(() => {})
  return { tables: hashes.size, rows: progress.rows }
}

async function* passOn(rows: Readable, see: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of rows) {
    see(chunk)
    yield chunk
  }
}

/** Compares what a database holds now with what was read. @throws {CopyError} */
async function compare(
  target: pg.Client,
  contents: Contents,
  hashes: ReadonlyMap<TableOfSchema, string>,
): Promise<void> {
  const { sequences, migrations } = await describeContents(target)
  if (!isDeepStrictEqual(sequences, contents.sequences))
    throw new CopyError('Numbers that were given would be given again in the copy.')
  if (!isDeepStrictEqual(migrations, contents.migrations))
    throw new CopyError('The copy has got another schema.')
  for (const [table, hash] of hashes)
    if ((await hashRows(copyRows(target, table, table.schema))) !== hash)
      throw new CopyError(`Rows of ${table.name} differ in the copy.`)
}

function refuseUnknown(migrations: readonly string[]): void {
  const known = new Set(listMigrations())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new CopyError(
      `The database was made by a newer version of the product (it has the migration ${unknown}): use that version.`,
    )
}
