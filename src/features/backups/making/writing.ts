import { createHash } from 'node:crypto'
import type { BackupContents, BackupCopy } from '#features/backups/contract.ts'
import type { Destination, Destinations } from '#features/backups/destinations/destinations.ts'
import { copyToAll } from '#features/backups/destinations/tee.ts'
import { isDiskFullError } from '#platform/disk/disk-space.ts'
import type { WrittenFile } from '#platform/files/file-store.ts'
import { reasonOf } from '#platform/log.ts'
import { contentsOf } from './contents.ts'
import { explainFailure, MakingError } from './failure.ts'
import type { MakingPlan, WriteArchive } from './ports.ts'

// What a backup needs beyond the size of the last one, since the site grows.
const growth = 1.2
// Of a first one nothing is known, and a disk with less is full.
const leastFree = 64 * 1024 * 1024

interface WritingOptions {
  destinations: Destinations
  write: WriteArchive
  file: string
  plan: MakingPlan
  /** The size of the last one, in bytes. */
  lastSize: number | undefined
  signal: AbortSignal
  onProgress(size: number): void
}

/** What was written. */
export interface WrittenBackup extends WrittenFile {
  copies: BackupCopy[]
  contents: BackupContents
}

/**
 * Writes an archive at all destinations at once and reads each copy back. One that fails does not lose the others.
 * @throws {MakingError} when there is no copy
 */
export async function writeBackup(options: WritingOptions): Promise<WrittenBackup> {
  const { plan, file, signal } = options
  const prepared = await Promise.all(plan.destinations.map((name) => prepare(name, options)))
  const ready = prepared.flatMap(({ destination }) => destination ?? [])
  assertSome(ready, prepared)
  const archive = options.write({ ...plan, signal })
  const sinks = ready.map(
    ({ files }) =>
      (source: AsyncIterable<Uint8Array>) =>
        files.write(file, source),
  )
  try {
    const { results, size, digest } = await copyToAll(archive.bytes, sinks, options)
    const checked = await Promise.all(
      ready.map((destination, index) =>
        checkCopy(destination, { file, digest, result: results[index], signal }),
      ),
    )
    const copies = prepared.map(
      ({ copy }) => checked.find(({ destination }) => destination === copy.destination) ?? copy,
    )
    assertSome(
      copies.filter(({ state }) => state === 'written'),
      copies.map((copy) => ({ copy })),
    )
    return { copies, size, digest, contents: contentsOf(await archive.manifest) }
  } catch (error) {
    // Whoever gives up, or has lost the backup, leaves nothing behind.
    await Promise.allSettled(ready.map(({ files }) => files.remove(file)))
    signal.throwIfAborted()
    throw explainFailure(error, 'write_failed')
  }
}

interface Prepared {
  copy: BackupCopy
  destination?: Destination
}

/** Opens a destination, unless the backup would not fit there. */
async function prepare(name: Destination['name'], options: WritingOptions): Promise<Prepared> {
  const { destinations, lastSize } = options
  try {
    const destination = await destinations.open(name)
    const free = await destination.findFree()
    const needed = Math.max(leastFree, Math.ceil((lastSize ?? 0) * growth))
    if (free !== undefined && free < needed)
      return { copy: failedCopy(name, `${fullDisk}: ${free} bytes are free, ${needed} are needed`) }
    return { destination, copy: { destination: name, state: 'waiting', detail: null } }
  } catch (error) {
    return { copy: failedCopy(name, describe(error)) }
  }
}

interface WrittenCopy {
  file: string
  digest: string
  result: PromiseSettledResult<WrittenFile> | undefined
  signal: AbortSignal
}

/** Reads a copy back and compares it with what was made. */
async function checkCopy({ name, files }: Destination, written: WrittenCopy): Promise<BackupCopy> {
  const { file, digest, result, signal } = written
  if (result?.status !== 'fulfilled') return failedCopy(name, describe(result?.reason))
  try {
    const content = await files.open(file)
    const hash = createHash('sha256')
    for await (const chunk of content ?? []) {
      signal.throwIfAborted()
      hash.update(chunk)
    }
    if (hash.digest('hex') === digest) return { destination: name, state: 'written', detail: null }
    await files.remove(file)
    return failedCopy(name, altered)
  } catch (error) {
    signal.throwIfAborted()
    return failedCopy(name, describe(error))
  }
}

const fullDisk = 'the disk is full'
const altered = 'what was read back is not what was written'

const failedCopy = (destination: Destination['name'], detail: string): BackupCopy => ({
  ...{ destination, state: 'failed', detail },
})

const describe = (error: unknown): string =>
  isDiskFullError(error) ? `${fullDisk}: ${reasonOf(error)}` : reasonOf(error)

/** @throws {MakingError} with what went wrong at the destinations, unless there is something */
function assertSome(some: readonly unknown[], failed: readonly { copy: BackupCopy }[]): void {
  if (some.length > 0) return
  const details = failed.flatMap(({ copy }) => copy.detail ?? [])
  const is = (text: string) => details.length > 0 && details.every((detail) => detail.startsWith(text))
  const failure = is(fullDisk) ? 'disk_full' : is(altered) ? 'altered' : 'destination_failed'
  throw new MakingError(failure, details.join('; '))
}
