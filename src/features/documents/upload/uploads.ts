import type { UploadFields, UploadLimits } from '#features/documents/contract.ts'
import { readFileName } from '#features/documents/model.ts'
import { documentSettings } from '#features/documents/settings.ts'
import { chooseSlug } from '#features/documents/slugs.ts'
import { createDocumentStore } from '#features/documents/store.ts'
import { createVersionStore } from '#features/documents/version-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { LimitedFileStore } from '#platform/files/limited-store.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { Problem } from '#shared/problem.ts'
import { type ArrivedFile, createArrivals } from './arrivals.ts'
import { createUploadStore } from './upload-store.ts'

export interface UploadOptions {
  db: Database
  files: LimitedFileStore
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
}

/** Who uploads, and what is wished for the file: undefined for what the settings say. */
interface UploadBy {
  actorId: string
  cleansMetadata: boolean | undefined
}

/** Makes documents, and versions of them, of files that have arrived. */
export function createUploads({ db, files, clock, settings }: UploadOptions) {
  const arrivals = createArrivals({ db, files, clock })

  /** Adds what arrived, in the transaction that ends its upload. */
  async function addVersion(
    transaction: Database,
    file: ArrivedFile,
    { documentId, number, actorId, cleansMetadata }: UploadBy & { documentId: string; number: number },
  ): Promise<void> {
    // Given up meanwhile, as it stood still for too long: its file may be gone.
    if (!(await createUploadStore(transaction).end(file.key))) throw new Problem('upload_broken_off', 409)
    await createVersionStore(transaction).insert({
      ...{ documentId, number, key: file.key, state: 'processing' },
      cleansMetadata: cleansMetadata ?? settings.get(documentSettings.cleansMetadata),
      ...{ originalFilename: file.name, filePath: file.path, fileSize: file.size, fileDigest: file.digest },
      ...{ createdBy: actorId, createdAt: clock.now() },
    })
  }

  /** Runs the transaction that takes a file in; when it fails, the file goes. */
  async function takeIn<Result>(file: ArrivedFile, work: (transaction: Database) => Promise<Result>) {
    try {
      return await db.transaction(work)
    } catch (error) {
      await arrivals.discard(file.key).catch(() => {})
      throw error
    }
  }

  return {
    ...arrivals,

    /** The largest file in bytes. */
    sizeLimit: () => Number(settings.get(documentSettings.sizeLimit)) * 1024 * 1024,

    async describeLimits(): Promise<UploadLimits> {
      const { used, quota = null } = await files.usage()
      return {
        size_limit: Number(settings.get(documentSettings.sizeLimit)),
        cleans_metadata: settings.get(documentSettings.cleansMetadata),
        storage: { used, quota },
      }
    },

    /** Adds a draft with a file that has arrived. @returns its id */
    addDocument: (file: ArrivedFile, fields: Omit<UploadFields, 'clean_metadata'>, by: UploadBy) =>
      takeIn(file, async (transaction) => {
        const { title, description, keywords, category, is_featured } = fields
        const { mapped_language: language = readFileName(file.givenName).language ?? null } = fields
        const now = clock.now()
        const { id } = await createDocumentStore(transaction).insert({
          slug: await chooseSlug(transaction, title),
          ...{ title, description, keywords, category, isFeatured: is_featured },
          mappedLanguage: language,
          ...{
            originalFilename: file.name,
            filePath: file.path,
            fileSize: file.size,
            fileDigest: file.digest,
          },
          ...{ fileModifiedAt: now, createdAt: now, updatedAt: now, createdBy: by.actorId },
        })
        await addVersion(transaction, file, { documentId: id, number: 1, ...by })
        return id
      }),

    /** Adds a new version of a document's file, which is served once it has been found good. @throws {Problem} 404 */
    replaceFile: (documentId: string, file: ArrivedFile, by: UploadBy) =>
      takeIn(file, async (transaction) => {
        const documents = createDocumentStore(transaction)
        const document = await documents.lock(documentId)
        if (!document || document.deletedAt) throw new Problem('document_not_found', 404)
        const [newest] = await createVersionStore(transaction).list(documentId)
        await addVersion(transaction, file, { documentId, number: (newest?.number ?? 0) + 1, ...by })
        await documents.update(documentId, { updatedAt: clock.now() })
      }),
  }
}
export type Uploads = ReturnType<typeof createUploads>
