import type { FileFailure } from '#features/documents/contract.ts'
import { createPageStore } from '#features/documents/search/page-store.ts'
import { createDocumentStore } from '#features/documents/store.ts'
import { createVersionStore, type VersionRow } from '#features/documents/version-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { createExamination, type ExaminationOptions, type Examined } from './examination.ts'
import { mostPagesRead } from './orders.ts'

interface ProcessingOptions extends ExaminationOptions {
  db: Database
  revision: Revision
  clock: Clock
}

// Longer than the limits of the reader together, in milliseconds.
const lease = 60_000

/**
 * Reads uploaded files: first what a file is, which decides whether it is served, and then its text, some pages at a time.
 * Whoever reads a file has a lease on it; after a crash, another process reads it once that has ended.
 */
export function createProcessing(options: ProcessingOptions) {
  const { db, revision, files, reader, clock } = options
  const examine = createExamination(options)

  /** Reads the next pages of a file that is served. */
  async function readOn(row: VersionRow): Promise<void> {
    const from = row.pagesRead + 1
    const read = await files.withPath(row.filePath, (path) => reader.read(path, from))
    const pages = read?.pages ?? []
    const pagesRead = row.pagesRead + pages.length
    const isRead = !read || read.isEnd || pages.length === 0 || pagesRead >= mostPagesRead
    await db.transaction(async (transaction) => {
      const versions = createVersionStore(transaction)
      const document = await createDocumentStore(transaction).lock(row.documentId)
      // Its language has changed meanwhile: it is read again from its first page.
      if ((await versions.find(row))?.pagesRead !== row.pagesRead) {
        await versions.update(row, { takenUntil: null })
        return
      }
      await createPageStore(transaction).put(
        row,
        pages.map((words, index) => ({ page: from + index, words })),
        document?.mappedLanguage ?? null,
      )
      await versions.update(row, { pagesRead, isRead, takenUntil: null })
    })
  }

  async function finish(row: VersionRow): Promise<void> {
    const examined = await examine(row)
    if ('refused' in examined) {
      const { pageCount = null, report = null } = examined
      await fail(row, examined.refused, { pageCount, report })
      return
    }
    const isServed = await db.transaction(async (transaction) => {
      // Nobody publishes it while it is locked: what is public changes with the site's revision.
      const document = await createDocumentStore(transaction).lock(row.documentId)
      if (document?.status === 'published' && document.deletedAt === null) return false
      await serve(transaction, row, examined, clock.now())
      return true
    })
    if (!isServed) await revision.publish((transaction) => serve(transaction, row, examined, clock.now()))
    // The file with its metadata goes once its row no longer names it.
    if (examined.filePath !== row.filePath) await files.remove(row.filePath)
  }

  const fail = (row: VersionRow, failure: FileFailure, known: Partial<VersionRow> = {}) =>
    createVersionStore(db).updateTaken(row, {
      ...{ ...known, failure, state: 'failed', isRead: true, takenUntil: null },
    })

  return {
    /** Reads the file that has waited longest, or some pages of it; returns whether there was one. */
    async work(): Promise<boolean> {
      const now = clock.now()
      const row = await createVersionStore(db).take(now, new Date(now.getTime() + lease))
      if (!row) return false
      if (!(await files.find(row.filePath))) await fail(row, 'missing')
      else if (row.state === 'ready') await readOn(row)
      else await finish(row)
      return true
    },
    close: reader.close,
  }
}
export type Processing = ReturnType<typeof createProcessing>

/** Serves a file that has been found good, unless a newer one is served or has been. */
async function serve(transaction: Database, row: VersionRow, examined: Examined, now: Date): Promise<void> {
  const { report, ...facts } = examined
  const versions = createVersionStore(transaction)
  const documents = createDocumentStore(transaction)
  const document = await documents.lock(row.documentId)
  if (!document) return
  await versions.update(row, {
    ...{ ...facts, report, state: 'ready', failure: null, pagesRead: 0, isRead: false, takenUntil: null },
  })
  // The team may have gone back from a newer one to one before: that choice is not undone by what was uploaded earlier.
  if (document.versionNumber > row.number || (await versions.hasNewerReady(row))) return
  await createPageStore(transaction).removeAll(row.documentId)
  await documents.serve(document, {
    ...{ ...facts, versionNumber: row.number, originalFilename: row.originalFilename },
    // Never earlier than that of the file before, or whoever asks for what has changed since is told that nothing has.
    fileModifiedAt: row.createdAt < document.fileModifiedAt ? now : row.createdAt,
  })
}
