import { coverName, coverWidths, mostPictures, pageName } from '#features/documents/processing/orders.ts'
import { createUploadStore } from '#features/documents/upload/upload-store.ts'
import type { Database } from '#platform/postgres.ts'
import type { StoredFileSource } from '#shared/files/stored-files.ts'
import { createVersionStore } from './version-store.ts'

/** The files of all versions of all documents, and of those that are arriving. */
export function storedDocumentFiles(db: Database): StoredFileSource {
  const versions = createVersionStore(db)
  return {
    prefix: 'documents/',
    async list() {
      const [rows, arriving] = await Promise.all([versions.listAll(), createUploadStore(db).listKeys()])
      const pictures = [
        ...coverWidths.map(coverName),
        ...Array.from({ length: mostPictures }, (_, page) => pageName(page + 1)),
      ]
      return {
        needed: rows.map(({ filePath }) => filePath),
        possible: [
          ...rows.flatMap(({ key }) => pictures.map((name) => `documents/${key}/${name}`)),
          ...rows
            .filter(({ state }) => state === 'processing')
            .flatMap(({ key }) => [`documents/${key}/file.pdf`, `documents/${key}/clean.pdf`]),
          ...arriving.map((key) => `documents/${key}/file.pdf`),
        ],
      }
    },
    async noteMissing(names) {
      const missing = new Set(names)
      for (const row of await versions.listAll()) {
        if (!missing.has(row.filePath) || row.failure === 'missing') continue
        await versions.update(row, { state: 'failed', failure: 'missing', isRead: true })
      }
    },
  }
}
