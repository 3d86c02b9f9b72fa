import type { Destinations } from '#features/backups/destinations/destinations.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, reasonOf } from '#platform/log.ts'
import type { BackupCopy } from './contract.ts'
import type { DeletionStore } from './deletion-store.ts'
import type { StoredBackup } from './store.ts'

const day = 86_400_000
/** For as long as the picture of days and the searched list may ask for it, in days. */
const remembered = 90

interface RetentionOptions {
  store: DeletionStore
  destinations: Destinations
  /** Days after which a backup is deleted. */
  retention(): number
  /** Tells the team of places that do not delete. */
  tellOfLeftovers(count: number): Promise<void>
  clock: Clock
  log: Logger
}

/** Deletes backups: those that people delete, and those that are too old. The last one that is proven stays. */
export function createRetention(options: RetentionOptions) {
  const { store, destinations, retention, clock, log } = options

  /** What this process has told of. */
  let told = new Set<string>()

  async function removeCopy({ file }: StoredBackup, copy: BackupCopy): Promise<BackupCopy> {
    if (copy.state !== 'written' || !file) return copy
    try {
      const { files } = await destinations.open(copy.destination)
      await files.remove(file)
      return { ...copy, state: 'deleted', detail: null }
    } catch (error) {
      log.warn(
        { file, destination: copy.destination, reason: reasonOf(error) },
        'a backup could not be deleted',
      )
      return { ...copy, detail: reasonOf(error) }
    }
  }

  /** Returns whether nothing is left. */
  async function removeFiles(backup: StoredBackup): Promise<boolean> {
    const copies = await Promise.all(backup.copies.map((copy) => removeCopy(backup, copy)))
    await store.setCopies(backup.id, copies)
    return copies.every(({ state }) => state !== 'written')
  }

  /** Deletes a backup; returns whether it may be. A place that is away loses its copy at the next run. */
  async function remove(id: string): Promise<boolean> {
    const marked = await store.markDeleted(id, clock.now())
    if (!marked) return false
    await removeFiles(marked)
    return true
  }

  /** Deletes what is too old, what could not be deleted before, and what processes that died have left half. */
  async function run(): Promise<void> {
    const now = clock.now().getTime()
    const leftovers = await store.listLeftovers()
    const expired = await store.listExpired(new Date(now - retention() * day))
    const marked = await Promise.all(expired.map(({ id }) => store.markDeleted(id, clock.now())))
    const left: string[] = []
    for (const backup of [...leftovers, ...marked.flatMap((one) => one ?? [])])
      if (!(await removeFiles(backup))) left.push(backup.id)
    const news = left.filter((id) => !told.has(id))
    told = new Set(left)
    if (news.length > 0) await options.tellOfLeftovers(news.length)
    await store.forget(new Date(now - remembered * day))
    await destinations.removeUnfinished(clock.now()).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'what unfinished backups left could not be removed')
    })
  }

  return { remove, run }
}
export type Retention = ReturnType<typeof createRetention>
