import type { FileStore } from './file-store.ts'

// Rows name what is in these folders; what no row names any longer, the daily check of the store removes.
const namedByRows = ['documents/', 'pictures/', 'social/']

/**
 * Keeps files that are to be removed while a backup is written, in whose state of the database rows still name them. The daily
 * check of the store removes them later.
 */
export function keepWhileBackedUp(files: FileStore, isBackedUp: () => Promise<boolean>): FileStore {
  return {
    ...files,
    async remove(file) {
      const isKept = namedByRows.some((folder) => file.startsWith(folder)) && (await isBackedUp())
      if (!isKept) await files.remove(file)
    },
  }
}
