import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { withTemporaryFolder } from '#platform/files/temporary-folder.ts'

/** Where the migrations of this version are. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The names of the migrations that this version of the product has, the oldest first. */
export function listMigrations(folder = migrationsFolder): string[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ name }) => name)
}

/** Runs work on a folder that has all migrations, or only some of them. */
export async function withMigrations<Result>(
  { only, folder }: { only: readonly string[] | undefined; folder: string },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!only) return work(folder)
  return withTemporaryFolder('migrations', async (chosen) => {
    const known = listMigrations(folder)
    for (const name of only) {
      if (!known.includes(name)) throw new Error(`there is no migration ${name}`)
      await symlink(join(folder, name), join(chosen, name))
    }
    return work(chosen)
  })
}
