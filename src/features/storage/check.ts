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

  async function checkSource(source: StoredFileSource, before: Date): Promise<CheckResult> {
    const { needed, possible } = await source.list()
    const missing = new Set(needed)
    const expected = new Set([...needed, ...possible])
    let removed = 0
    for await (const { name, modifiedAt } of files.list(source.prefix)) {
      missing.delete(name)
      if (expected.has(name) || modifiedAt >= before) continue
      await files.remove(name)
      removed++
    }
    if (missing.size === 0) return { removed, missing: [] }
    // What was deleted, or arrived, while the store was listed is not missing.
    const stillNeeded = new Set((await source.list()).needed)
    const gone: string[] = []
    for (const name of missing) if (stillNeeded.has(name) && !(await files.find(name))) gone.push(name)
    if (gone.length > 0) await source.noteMissing?.(gone)
    return { removed, missing: gone }
  }

  return async function check(): Promise<CheckResult> {
    const before = new Date(clock.now().getTime() - youngFor)
    await files.removeUnfinished(before)
    const results: CheckResult[] = []
    for (const source of listSources()) results.push(await checkSource(source, before))
    const missing = results.flatMap((result) => result.missing)
    const removed = results.reduce((sum, result) => sum + result.removed, 0)
    if (removed > 0) log.info({ removed }, 'files that belonged to nothing were removed')
    const news = missing.filter((name) => !known.has(name))
    if (news.length > 0) {
      log.error({ files: news.slice(0, 20), count: news.length }, 'stored files are missing')
      await tellOfMissing(news.length)
    }
    known = new Set(missing)
    return { removed, missing }
  }
}
