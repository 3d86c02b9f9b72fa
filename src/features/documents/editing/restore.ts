import { createPageStore } from '#features/documents/search/page-store.ts'
import { createDocumentStore } from '#features/documents/store.ts'
import { createVersionStore, type VersionKey } from '#features/documents/version-store.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { Change } from './transitions.ts'

/** Marks a version whose file has gone from the store. It is asked before anything is locked, as it may take seconds to answer. */
export async function noteIfMissing(
  key: VersionKey,
  { db, files }: { db: Database; files: FileStore },
): Promise<void> {
  const versions = createVersionStore(db)
  const version = await versions.find(key)
  if (version?.state !== 'ready' || (await files.find(version.filePath))) return
  await versions.update(key, { state: 'failed', failure: 'missing', isRead: true })
}

/** Serves another version of a document: one that was served before, or one that a newer one has overtaken. */
export const restoreVersion =
  (number: number, now: Date): Change =>
  async (row, transaction) => {
    if (row.deletedAt) throw new Problem('document_deleted', 409)
    const versions = createVersionStore(transaction)
    const version = await versions.find({ documentId: row.id, number })
    if (!version) throw new Problem('document_not_found', 404)
    if (version.state !== 'ready') throw new Problem('document_version_not_ready', 409)
    if (number === row.versionNumber) throw new Problem('document_version_served', 409)
    // Its text was removed when another was served, and the document's language may have changed since.
    await createPageStore(transaction).removeAll(row.id)
    await versions.readAgain(version)
    const { originalFilename, filePath, fileSize, fileDigest, pageCount } = version
    await createDocumentStore(transaction).serve(row, {
      ...{ originalFilename, filePath, fileSize, fileDigest, pageCount },
      // The file at the address changes now, however old this one is.
      ...{ versionNumber: number, fileModifiedAt: now, updatedAt: now },
    })
  }
