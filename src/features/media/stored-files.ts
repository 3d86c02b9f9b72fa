import type { Database } from '#platform/postgres.ts'
import type { StoredFileSource } from '#shared/files/stored-files.ts'
import { fallbackPictureWidth, listPictureWidths, type PictureExtension } from './contract.ts'
import { createMediaStore } from './store.ts'

/** The name of a file of a picture in the file store. */
export function pictureFileName(digest: string, width: number, extension: PictureExtension | 'png'): string {
  return `pictures/${digest.slice(0, 2)}/${digest}-${width}.${extension}`
}

/** The files of all pictures of the texts. */
export function storedPictureFiles(db: Database): StoredFileSource {
  const store = createMediaStore(db)
  return {
    prefix: 'pictures/',
    async list() {
      const rows = await store.listAll()
      const fallbackOf = (extension: PictureExtension) =>
        rows.map(({ digest, width }) => pictureFileName(digest, fallbackPictureWidth(width), extension))
      return {
        needed: [
          ...fallbackOf('webp'),
          ...rows.flatMap(({ digest, width }) =>
            listPictureWidths(width).map((step) => pictureFileName(digest, step, 'avif')),
          ),
        ],
        // Made once a mail shows the picture.
        possible: fallbackOf('jpg'),
      }
    },
  }
}
