import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { StartError } from '#platform/start-error.ts'

/** The first line of a migration after which the version before it still works. */
const mark = '-- compatible'
const applied = 'drizzle.__drizzle_migrations'
/** The names of compatible migrations that were applied: an older version does not have their files. */
const compatible = 'drizzle.compatible_migrations'

/** Whether the version before a migration still works after it. */
export const isCompatible = (migration: string): boolean =>
  migration.trimStart().split('\n', 1)[0]?.trim() === mark

/**
 * Refuses a schema with a migration that this version does not know, unless each of those is compatible with the version before it.
 * @throws {StartError} when its queries could fail, or damage data
 */
export async function refuseNewerSchema(client: pg.ClientBase, migrationsFolder: string): Promise<void> {
  if (!(await exists(client, applied))) return
  const known = readMigrationFiles({ migrationsFolder }).map(({ name }) => name)
  const { rows: unknown } = await client.query<{ name: string }>(
    `SELECT name FROM ${applied} WHERE name <> ALL ($1) ORDER BY name`,
    [known],
  )
  if (unknown.length === 0) return
  const { rows: harmless } = (await exists(client, compatible))
    ? await client.query<{ name: string }>(`SELECT name FROM ${compatible}`)
    : { rows: [] }
  const names = new Set(harmless.map(({ name }) => name))
  const [first] = unknown.filter(({ name }) => !names.has(name))
  if (!first) return
  throw new StartError(
    `The database was made by a newer version of the product (it has the migration ${first.name}): start that version, or restore a backup from before it.`,
  )
}

/** Records which of the applied migrations are compatible, for older versions that start later. */
export async function recordCompatible(client: pg.ClientBase, migrationsFolder: string): Promise<void> {
  const names = readMigrationFiles({ migrationsFolder })
    .filter(({ sql }) => isCompatible(sql.join('\n')))
    .map(({ name }) => name)
  if (names.length === 0) return
  await client.query(`CREATE TABLE IF NOT EXISTS ${compatible} (name text PRIMARY KEY)`)
  await client.query(`INSERT INTO ${compatible} SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [names])
}

async function exists(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ])
  return rows[0]?.exists ?? false
}
