import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readPostmaster, syncFolder } from '#platform/embedded-postgres/embedded-postgres-cluster.ts'
import { EmbeddedPostgresError, type Places } from '#platform/embedded-postgres/embedded-postgres-places.ts'
import type { Logger } from '#platform/log.ts'

/** Says that a new cluster is complete, and which one it is a copy of. */
const Completion = z.object({
  /** The major version of the old cluster. */
  from: z.number().int(),
  /** The name under which the old one is kept. */
  keptAs: z.string().regex(/^postgres-\d+(-\d+)?$/),
  /** The hash of the old one's control file, which changes whenever PostgreSQL runs on it. */
  control: z.string(),
})
type Completion = z.infer<typeof Completion>

const fileName = 'complete'

/** The places of the new cluster while it is made: a data folder in the data folder. */
export function draftOf(places: Places): Places {
  const dataDir = join(places.dataDir, 'upgrade')
  return { ...places, dataDir, cluster: join(dataDir, 'postgres') }
}

/** Says that the new cluster is complete. Neither PostgreSQL may run. From now on it is put in place, whatever happens. */
export async function complete(places: Places, from: number): Promise<void> {
  const completion: Completion = {
    from,
    keptAs: freeName(places.dataDir, `postgres-${from}`),
    control: await hashControl(places.cluster),
  }
  const { dataDir } = draftOf(places)
  const draft = join(dataDir, `${fileName}.part`)
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(JSON.stringify(completion))
  await file.sync().finally(() => file.close())
  await rename(draft, join(dataDir, fileName))
  await syncFolder(dataDir)
}

/**
 * Puts a complete new cluster in the place of the old one, which is kept beside it. Goes on wherever a killed process has stopped:
 * each step is done or not, and an existing folder is never replaced. What is not complete is left. Returns the major version of the
 * old one once it is done.
 */
export async function finishSwap(places: Places, log: Logger): Promise<number | undefined> {
  const { dataDir, cluster } = places
  const draft = draftOf(places)
  const completion = await readCompletion(draft.dataDir)
  if (!completion) return undefined
  const kept = join(dataDir, completion.keptAs)
  if (existsSync(draft.cluster)) {
    if (existsSync(cluster)) {
      if (!(await isUnchanged(cluster, completion))) {
        log.warn('the database was used by an earlier version since it was moved: it is moved again')
        await rm(draft.dataDir, { recursive: true, force: true })
        return undefined
      }
      await move(cluster, kept)
      if (!(await isUnchanged(kept, completion))) {
        await move(kept, cluster)
        throw new EmbeddedPostgresError(`The data folder ${dataDir} is in use by another process.`)
      }
    }
    await move(draft.cluster, cluster)
    await syncFolder(dataDir)
    // Its age counts from now.
    if (existsSync(kept)) await utimes(kept, new Date(), new Date())
  }
  await rm(draft.dataDir, { recursive: true, force: true })
  log.info({ kept }, `the database is moved; the one of PostgreSQL ${completion.from} is kept`)
  return completion.from
}

async function readCompletion(folder: string): Promise<Completion | undefined> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Completion.parse(JSON.parse(text))
}

/** Whether no PostgreSQL has run on a cluster since, and none runs. */
async function isUnchanged(cluster: string, { control }: Completion): Promise<boolean> {
  return (await readPostmaster(cluster)) === undefined && (await hashControl(cluster)) === control
}

async function hashControl(cluster: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(cluster, 'global', 'pg_control')))
    .digest('hex')
}

/** Moves a folder, unless another process has just done it. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
  })
}

function freeName(folder: string, name: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(folder, free))) return free
  }
}
