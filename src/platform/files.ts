import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * The store of uploaded files. Names are made from the content, so that a file never changes and writing it twice writes
 * the same. A folder now; an object store could implement the same three functions.
 */
export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  find(name: string): Promise<Buffer | undefined>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
}

// Lower-case words between slashes, none of which begins with a dot, so that no name leads out of the folder.
const name = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?(\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?)*$/

/** Stores files in a folder. A file exists completely or not at all, also after a crash. */
export function createFolderStore(folder: string): FileStore {
  function pathOf(file: string): string {
    if (file.length > 200 || !name.test(file)) throw new RangeError('not the name of a file')
    return join(folder, file)
  }

  return {
    async put(file, bytes) {
      const path = pathOf(file)
      await mkdir(dirname(path), { recursive: true })
      const draft = join(dirname(path), `.${randomUUID()}`)
      try {
        const handle = await open(draft, 'wx')
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async find(file) {
      try {
        return await readFile(pathOf(file))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },

    async remove(file) {
      await rm(pathOf(file), { force: true })
    },
  }
}
