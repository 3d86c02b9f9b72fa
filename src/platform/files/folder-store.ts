import { createHash, randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkName, type FileFacts, type FileStore, type WrittenFile } from './file-store.ts'

/**
 * Stores files in a folder. A file is written beside its place under a name that begins with a dot, synced and renamed. `mode` is
 * who may read the files, as the system then limits it.
 */
export function createFolderStore(folder: string, { mode = 0o666 }: { mode?: number } = {}): FileStore {
  const pathOf = (file: string) => join(folder, checkName(file))

  return {
    async write(file, source) {
      const path = pathOf(file)
      await mkdir(dirname(path), { recursive: true })
      const draft = join(dirname(path), `.${randomUUID()}`)
      try {
        const written = await writeSynced(draft, source, mode)
        await rename(draft, path)
        return written
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async find(file) {
      const entry = await stat(pathOf(file)).catch(ignoreMissing)
      return entry && factsOf(entry)
    },

    async open(file, range) {
      const handle = await open(pathOf(file)).catch(ignoreMissing)
      return handle?.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },

    async withPath(file, work) {
      const path = pathOf(file)
      await stat(path)
      return work(path)
    },

    async remove(file) {
      await rm(pathOf(file), { force: true })
    },

    async *list(prefix) {
      for await (const { entry, name } of walk(folder, prefix)) {
        if (entry.name.startsWith('.')) continue
        const facts = await stat(join(folder, name)).catch(ignoreMissing)
        if (facts) yield { name, ...factsOf(facts) }
      }
    },

    async removeUnfinished(before) {
      for await (const { entry, name } of walk(folder, '')) {
        if (!entry.name.startsWith('.')) continue
        const path = join(folder, name)
        const facts = await stat(path).catch(ignoreMissing)
        if (facts && facts.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeSynced(
  path: string,
  source: AsyncIterable<Uint8Array>,
  mode: number,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx', mode)
  try {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      await writeAll(handle, chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { size, digest: hash.digest('hex') }
}

/** A disk that is nearly full takes less than it was given. */
async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, offset)
    offset += bytesWritten
  }
}

interface Entry {
  entry: Dirent
  /** Its path within the folder. */
  name: string
}

async function* walk(folder: string, prefix: string): AsyncGenerator<Entry> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* walk(folder, `${prefix}${entry.name}/`)
    else if (entry.isFile()) yield { entry, name: `${prefix}${entry.name}` }
  }
}

const factsOf = ({ size, mtime }: { size: number; mtime: Date }): FileFacts => ({ size, modifiedAt: mtime })

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
