import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createLog } from '#platform/log.ts'
import { type Command, CommandError, UsageError } from '#platform/process/command.ts'

/** `npm run admin -- copy-files`: copies the files of the data folder to the object store that is configured. */
export function copyFilesCommand(): Command {
  return {
    name: 'copy-files',
    parameters: '',
    summary: 'Copies all files of the data folder to the store of S3_URL and compares them; may be repeated.',
    async run(parameters, { secretPlace: { dataDir }, objectStore }) {
      if (parameters.length > 0) throw new UsageError('copy-files takes no parameters.')
      if (!objectStore) throw new CommandError('Set S3_URL to the store that the files are to be copied to.')
      const folder = join(dataDir, 'files')
      const place = { objectStore, redirectsToStore: false }
      const store = await openFiles(place, { folder, log: createLog('error') })
      const { copied, same } = await copyFiles(createFolderStore(folder), store)
      return [`${copied} files were copied, ${same} were there already. All are the same in both stores.`]
    },
  }
}

/**
 * Copies what one store has and another has not, or has differently, and reads it there to compare it.
 * @throws {CommandError} when a copy differs
 */
export async function copyFiles(from: FileStore, to: FileStore): Promise<{ copied: number; same: number }> {
  const counts = { copied: 0, same: 0 }
  for await (const { name, size } of from.list('')) {
    const source = await from.open(name)
    // Removed meanwhile.
    if (!source) continue
    const isThere = (await to.find(name))?.size === size
    if (isThere && (await digestOf(source)) === (await findDigest(to, name))) {
      counts.same++
      continue
    }
    const written = await to.write(name, isThere ? await reopen(from, name) : source)
    if ((await findDigest(to, name)) !== written.digest)
      throw new CommandError(`The copy of ${name} differs.`)
    counts.copied++
  }
  return counts
}

async function reopen(files: FileStore, name: string): Promise<AsyncIterable<Uint8Array>> {
  const source = await files.open(name)
  if (!source) throw new CommandError(`${name} was removed while it was copied. Call this again.`)
  return source
}

async function findDigest(files: FileStore, name: string): Promise<string | undefined> {
  const source = await files.open(name)
  return source && digestOf(source)
}

async function digestOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}
