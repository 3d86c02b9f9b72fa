import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { DocumentFile, DocumentStatus, Library, LibraryChoice } from './contract.ts'
import { downloadPath } from './model.ts'
import { sortFiles } from './order.ts'
import { createDocumentStore, type DocumentRow } from './store.ts'

// Seed A §9: three are shown; the rest is for a screen that shows more.
const newestLimit = 10

interface DocumentOptions {
  db: Database
  revision: Revision
  clock: Clock
}

/** The rules of the documents. */
export function createDocuments({ db, revision, clock }: DocumentOptions) {
  const store = createDocumentStore(db)

  /** The public files for a reader of a language: those in it, and those for readers of all. */
  async function listFiles({ language, sort }: LibraryChoice): Promise<DocumentFile[]> {
    const rows = await store.listPublished(language)
    return sortFiles(rows.map(toFile), sort, language)
  }

  return {
    listFiles,

    /** The newest public files of all languages. */
    async listNewestFiles(): Promise<DocumentFile[]> {
      return (await store.listNewest(newestLimit)).map(toFile)
    },

    /** What the documentation page lists. */
    async readLibrary(choice: LibraryChoice): Promise<Library> {
      const [files, published] = await Promise.all([listFiles(choice), store.countPublished()])
      const countOf = (language: Language | null) => published.get(language) ?? 0
      const counts = Object.fromEntries(languages.map((one) => [one, countOf(one) + countOf(null)]))
      return { documents: files, counts }
    },

    /** Changes the status; every process shows it from its next request on. @throws {Problem} 404 */
    async changeStatus(id: string, status: DocumentStatus): Promise<void> {
      await revision.publish(async (transaction) => {
        const isThere = await createDocumentStore(transaction).setStatus(id, status, clock.now())
        if (!isThere) throw new Problem('not_found', 404)
      })
    },
  }
}
export type Documents = ReturnType<typeof createDocuments>

function toFile(row: DocumentRow): DocumentFile {
  return {
    name: row.originalFilename,
    size: row.fileSize,
    lastModified: row.fileModifiedAt.toISOString(),
    path: downloadPath(row.filePath),
    clean_title: row.title,
    has_language: row.mappedLanguage !== null,
    language_code: row.mappedLanguage,
  }
}
