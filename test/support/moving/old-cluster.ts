import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { copyDatabase } from '#platform/database/copying/copy.ts'
import { adoptCluster } from '#platform/embedded-postgres/embedded-postgres-cluster.ts'
import { acquire, addressOf, endPostgres } from '#platform/embedded-postgres/embedded-postgres-hold.ts'
import { choosePlaces } from '#platform/embedded-postgres/embedded-postgres-places.ts'
import { run } from '#platform/embedded-postgres/unprivileged-account.ts'
import { fetchPrograms } from '#platform/embedded-postgres/upgrade/fetched-programs.ts'
import { createLog } from '#platform/log.ts'

/** The programs of an earlier major version. */
export interface OldPrograms {
  major: number
  folder: string
}

const log = createLog('silent')
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** PostgreSQL 17 as the product fetches it, kept for further runs; undefined without the registry. */
export async function findFetched(): Promise<OldPrograms | undefined> {
  const dataDir = join(tmpdir(), 'firmeza-earlier-postgres')
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o755)
  const folder = await fetchPrograms(17, { dataDir, log }).catch(() => undefined)
  return folder === undefined ? undefined : { major: 17, folder }
}

/** One that Debian has installed. */
export function findInstalled(): OldPrograms | undefined {
  const majors = [17, 16, 15]
  const major = majors.find((one) => existsSync(`/usr/lib/postgresql/${one}/bin/postgres`))
  return major === undefined ? undefined : { major, folder: `/usr/lib/postgresql/${major}` }
}

/** Makes a data folder as a version of the product with an earlier PostgreSQL would have left it, with all that another database holds. */
export async function makeOldFolder(
  dataDir: string,
  { folder }: OldPrograms,
  contentsUrl?: string,
): Promise<void> {
  const places = { ...(await choosePlaces(dataDir, log)), binaries: folder }
  const { account, cluster } = places
  await mkdir(cluster)
  if (account) await run('chown', [`${account.uid}:${account.gid}`, cluster])
  const options = ['--encoding=UTF8', '--locale=C', '--auth-local=trust', '--no-sync', '--data-checksums']
  const made = await run(
    join(folder, 'bin', 'initdb'),
    ['-D', cluster, '-U', 'postgres', ...options],
    account,
  )
  if (made.code !== 0) throw new Error(made.stderr)
  await withOldPostgres(dataDir, folder, async (url, owner) => {
    await owner.query('CREATE ROLE firmeza LOGIN CREATEDB')
    await owner.query('CREATE DATABASE firmeza OWNER firmeza')
    if (contentsUrl !== undefined) await fill(contentsUrl, url)
  })
}

/** Runs work with the PostgreSQL of an old data folder. */
export async function withOldPostgres(
  dataDir: string,
  binaries: string,
  work: (url: string, owner: pg.Client) => Promise<void>,
): Promise<void> {
  const places = { ...(await choosePlaces(dataDir, log)), binaries }
  await adoptCluster(places)
  const hold = await acquire(places, settings, log)
  try {
    await work(addressOf(hold.postmaster.socketFolder), hold.client)
  } finally {
    await endPostgres(hold, places.cluster)
    await hold.client.end()
  }
}

async function fill(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((connectionString) => new pg.Client({ connectionString }))
  if (!source || !target) return
  await Promise.all([source.connect(), target.connect()])
  try {
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await copyDatabase({ source, target })
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** The version of the PostgreSQL that runs in a data folder. */
export async function readVersion(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ version: number }>("SELECT current_setting('server_version_num')::int / 10000 AS version")
    .finally(() => client.end())
  return rows[0]?.version ?? 0
}
