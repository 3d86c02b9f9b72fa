import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The names of the migrations that this version of the product has, the oldest first. */
export function listMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ name }) => name)
}

/** Runs work on a folder that has all migrations, or only some of them. */
export async function withMigrations<Result>(
  only: readonly string[] | undefined,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!only) return work(migrationsFolder)
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-migrations-'))
  try {
    const known = listMigrations()
    for (const name of only) {
      if (!known.includes(name)) throw new Error(`there is no migration ${name}`)
      await symlink(join(migrationsFolder, name), join(folder, name))
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
