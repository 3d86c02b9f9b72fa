import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Places } from '#platform/embedded-postgres/embedded-postgres-places.ts'
import { type Logger, messageOf } from '#platform/log.ts'

const day = 24 * 60 * 60_000
/** How long the cluster of an earlier major version is kept. */
const keptFor = 30 * day
/** How long this PostgreSQL must have run before anything is deleted. */
const firstLook = 60 * 60_000

/** Tells of the clusters of earlier major versions that are kept, and removes each once it is old enough, while this PostgreSQL runs. */
export async function watchKept(places: Places, log: Logger): Promise<{ close(): void }> {
  for (const { folder, since } of await listKept(places))
    log.info(
      { folder, until: new Date(since + keptFor) },
      'the database as it was before the new major version of PostgreSQL is kept; it may be deleted at any time',
    )
  const look = () =>
    removeExpired(places, log, Date.now()).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'an old database could not be deleted')
    })
  const first = setTimeout(look, firstLook).unref()
  const daily = setInterval(look, day).unref()
  return {
    close() {
      clearTimeout(first)
      clearInterval(daily)
    },
  }
}

/** Removes the kept clusters that are old enough at a time. */
export async function removeExpired(
  places: Pick<Places, 'dataDir'>,
  log: Logger,
  now: number,
): Promise<void> {
  for (const { folder, since } of await listKept(places)) {
    if (now - since < keptFor) continue
    log.info({ folder }, 'the database as it was before the new major version of PostgreSQL is deleted')
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function listKept({ dataDir }: Pick<Places, 'dataDir'>) {
  const names = (await readdir(dataDir)).filter((name) => /^postgres-\d+(-\d+)?$/.test(name))
  return Promise.all(
    names.map(async (name) => {
      const folder = join(dataDir, name)
      return { folder, since: (await stat(folder)).mtimeMs }
    }),
  )
}
