import { isDrawn } from '#shared/files/drawn-files.ts'
import type { FileStore } from './file-store.ts'

/**
 * Keeps files that are to be removed while a backup is written, in whose state of the database rows still name them. They are
 * removed once it has ended, as all that no row names any longer.
 */
export function keepWhileBackedUp(files: FileStore, isBackedUp: () => Promise<boolean>): FileStore {
  return {
    ...files,
    async remove(file) {
      if (isDrawn(file) || !(await isBackedUp())) await files.remove(file)
    },
  }
}
