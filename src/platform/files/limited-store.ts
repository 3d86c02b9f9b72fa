import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import type { FileStore, StorageUsage } from './file-store.ts'

/** A store that knows how much of it is in use. */
export interface LimitedFileStore extends FileStore {
  /** What is in use; of what other processes have written, as of a minute ago. */
  usage(): Promise<StorageUsage>
}

interface Limits {
  /** Bytes that may be used; undefined for no limit. */
  quota: number | undefined
  clock: Clock
}

// How long a measurement holds, in milliseconds: until then, what this process writes is added to it.
const measuredFor = 60_000

/** Limits what a store holds: a file that would not fit is refused while it arrives, and leaves nothing. */
export function limitFiles(files: FileStore, { quota, clock }: Limits): LimitedFileStore {
  let measured: { at: number; used: number } | undefined
  let measuring: Promise<number> | undefined
  /** Bytes of files that are being written: together they must fit. */
  let arriving = 0

  async function measure(): Promise<number> {
    let used = 0
    for await (const { size } of files.list('')) used += size
    measured = { at: clock.now().getTime(), used }
    return used
  }

  async function findUsed(): Promise<number> {
    if (measured && clock.now().getTime() - measured.at < measuredFor) return measured.used
    measuring ??= measure().finally(() => {
      measuring = undefined
    })
    return measuring
  }

  async function writeWithin(limit: number, file: string, source: AsyncIterable<Uint8Array>) {
    let size = 0
    async function* limited() {
      const before = await findUsed()
      for await (const chunk of source) {
        size += chunk.length
        arriving += chunk.length
        if ((measured?.used ?? before) + arriving > limit) throw new Problem('storage_full', 507)
        yield chunk
      }
    }
    try {
      return await files.write(file, limited())
    } finally {
      arriving -= size
    }
  }

  return {
    ...files,
    async write(file, source) {
      const written = await (quota === undefined
        ? files.write(file, source)
        : writeWithin(quota, file, source))
      if (measured) measured.used += written.size
      return written
    },
    async remove(file) {
      const removed = measured && (await files.find(file))
      await files.remove(file)
      if (measured && removed) measured.used -= removed.size
    },
    usage: async () => ({ used: await findUsed(), quota }),
  }
}
