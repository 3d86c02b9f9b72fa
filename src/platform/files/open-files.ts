import type { Logger } from '#platform/log.ts'
import type { ObjectStorePlace } from '#shared/files/object-store.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'

interface FilePlace {
  objectStore: ObjectStorePlace | undefined
  redirectsToStore: boolean
  /** Of an upload, in bytes; a file has at most 10,000. */
  partSize?: number
}

/** The store that the configuration names, by default a folder. What speaks S3 is loaded only when it is used. */
export async function openFiles(
  { objectStore, redirectsToStore, partSize }: FilePlace,
  { folder, log }: { folder: string; log: Logger },
): Promise<FileStore> {
  if (!objectStore) return createFolderStore(folder)
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store({ place: objectStore, givesAddresses: redirectsToStore, partSize, log })
}
