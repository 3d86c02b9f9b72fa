import { mkdir } from 'node:fs/promises'
import type { BackupDestination } from '#features/backups/contract.ts'
import { findDiskSpace } from '#platform/disk/disk-space.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { openFiles } from '#platform/files/open-files.ts'
import type { Logger } from '#platform/log.ts'
import type { ObjectStorePlace } from '#shared/files/object-store.ts'

/** A place where backups are kept. */
export interface Destination {
  name: BackupDestination
  files: FileStore
  /** The free space there, in bytes; undefined where nobody tells. */
  findFree(): Promise<number | undefined>
  /** Removes what is left of backups whose process has died. */
  removeUnfinished(now: Date): Promise<void>
}

export interface DestinationPlaces {
  folder: string
  objectStore: ObjectStorePlace | undefined
}

// What is being written to a folder grows all the time; an upload tells only when it began.
const idleFor = { folder: 5 * 60_000, store: 24 * 3600_000 } as const

// Enough for 160 GB, and small enough for a slow line.
const partSize = 16 * 1024 * 1024

/** Opens the places where backups are kept, each when it is first needed. */
export function createDestinations({ folder, objectStore }: DestinationPlaces, log: Logger) {
  // Everything is in a backup, so nobody else reads it, in a folder of the operator either.
  const folderStore = createFolderStore(folder, { mode: 0o600 })
  let bucket: Promise<FileStore> | undefined

  async function openFolder(): Promise<Destination> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return describe('folder', folderStore, async () => (await findDiskSpace(folder))?.free)
  }

  async function openStore(): Promise<Destination> {
    if (!objectStore) throw new Error('BACKUP_S3_URL is not set')
    bucket ??= openFiles({ objectStore, redirectsToStore: false, partSize }, { folder, log })
    return describe('store', await bucket, async () => undefined)
  }

  /** @throws {Error} when it cannot be used */
  const open = (name: BackupDestination): Promise<Destination> =>
    name === 'folder' ? openFolder() : openStore()

  return {
    /** Where there is no store, nothing can be kept there. */
    hasStore: objectStore !== undefined,
    open,
    /** Removes everywhere what is left of backups whose process has died. */
    async removeUnfinished(now: Date): Promise<void> {
      for (const name of objectStore ? (['folder', 'store'] as const) : (['folder'] as const))
        await (await open(name)).removeUnfinished(now)
    },
  }
}
export type Destinations = ReturnType<typeof createDestinations>

const describe = (
  name: BackupDestination,
  files: FileStore,
  findFree: Destination['findFree'],
): Destination => ({
  ...{ name, files, findFree },
  removeUnfinished: (now) => files.removeUnfinished(new Date(now.getTime() - idleFor[name])),
})
