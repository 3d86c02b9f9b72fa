import type { Clock } from '#platform/clock.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Logger } from '#platform/log.ts'
import type { StoredFileSource } from '#shared/files/stored-files.ts'

// A file is written before its row, so that one without a row may only be young. In milliseconds.
const youngFor = 3_600_000

interface StorageCheckOptions {
  files: FileStore
  clock: Clock
  log: Logger
  listSources(): readonly StoredFileSource[]
  /** Tells the team of files that are newly missing. */
  tellOfMissing(count: number): Promise<void>
}

/** What a check has found. */
interface CheckResult {
  removed: number
  missing: string[]
}

/** Compares the file store with the rows: files without a row are removed, rows without a file are noted and told of. */
export function createStorageCheck({ files, clock, log, listSources, tellOfMissing }: StorageCheckOptions) {
  /** The names that were already missing when this process looked last. */
  let known = new Set<string>()

  /** Removes the files that no row names. Returns how many, and which files that rows need are not there. */
  async function clear(source: StoredFileSource, before: Date) {
    const { needed, possible } = await source.list()
    const missing = new Set(needed)
    const expected = new Set([...needed, ...possible])
    const unnamed: string[] = []
    for await (const { name, modifiedAt } of files.list(source.prefix)) {
      missing.delete(name)
      if (!expected.has(name) && modifiedAt < before) unnamed.push(name)
    }
    const removed = await removeUnnamed(source, unnamed)
    return { removed, missing }
  }

  /** Removes files, except those that a row has come to name while the store was listed. */
  async function removeUnnamed(source: StoredFileSource, names: readonly string[]): Promise<number> {
    if (names.length === 0) return 0
    const { needed, possible } = await source.list()
    const expected = new Set([...needed, ...possible])
    const unnamed = names.filter((name) => !expected.has(name))
    for (const name of unnamed) await files.remove(name)
    return unnamed.length
  }

  /** Of files that were not listed, those that rows go on needing. */
  async function findGone(source: StoredFileSource, missing: ReadonlySet<string>): Promise<string[]> {
    if (missing.size === 0) return []
    // What was deleted, or arrived, while the store was listed is not missing.
    const stillNeeded = new Set((await source.list()).needed)
    const gone: string[] = []
    for (const name of missing) if (stillNeeded.has(name) && !(await files.find(name))) gone.push(name)
    if (gone.length > 0) await source.noteMissing?.(gone)
    return gone
  }

  async function clearAll() {
    const before = new Date(clock.now().getTime() - youngFor)
    await files.removeUnfinished(before)
    const cleared: { source: StoredFileSource; missing: ReadonlySet<string> }[] = []
    let removed = 0
    for (const source of listSources()) {
      const result = await clear(source, before)
      cleared.push({ source, missing: result.missing })
      removed += result.removed
    }
    if (removed > 0) log.info({ removed }, 'files that belonged to nothing were removed')
    return { removed, cleared }
  }

  return {
    /** Removes the files without a row, and asks for nothing else. */
    async removeUnnamed(): Promise<void> {
      await clearAll()
    },

    async check(): Promise<CheckResult> {
      const { removed, cleared } = await clearAll()
      const missing: string[] = []
      for (const one of cleared) missing.push(...(await findGone(one.source, one.missing)))
      const news = missing.filter((name) => !known.has(name))
      if (news.length > 0) {
        log.error({ files: news.slice(0, 20), count: news.length }, 'stored files are missing')
        await tellOfMissing(news.length)
      }
      known = new Set(missing)
      return { removed, missing }
    },
  }
}
