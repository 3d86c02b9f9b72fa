import type {
  BulkOperation,
  BulkOrder,
  BulkResult,
  DocumentChange,
  DocumentDetails,
  DocumentEntry,
  DocumentListQuery,
  FileLink,
  PageText,
} from '#features/documents/contract.ts'
import { endOfReading, type FileLinks } from '#features/documents/delivery/file-links.ts'
import { checkLanguage, toVariants } from '#features/documents/family/families.ts'
import { createFamilyStore, type FamilyMember } from '#features/documents/family/family-store.ts'
import { documentPath } from '#features/documents/model.ts'
import { createPageStore } from '#features/documents/search/page-store.ts'
import { chooseSlug } from '#features/documents/slugs.ts'
import { createDocumentStore, type DocumentRow, type DocumentWithFile } from '#features/documents/store.ts'
import { createVersionStore, type VersionKey, type VersionRow } from '#features/documents/version-store.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import { signCover, toEntry, toFileEntry } from './entries.ts'
import { listDocuments } from './list-store.ts'
import { noteIfMissing, restoreVersion } from './restore.ts'
import { type Change, createTransitions, type TransitionOptions } from './transitions.ts'

export interface DocumentOptions extends TransitionOptions {
  db: Database
  revision: Revision
  files: FileStore
  links: FileLinks
  findNames: FindNames
  /** How often pages were viewed, by their paths. */
  sumViews(paths: readonly string[]): Promise<Map<string, number>>
}

/** What the team does with documents. A change of what is public is in force in every process once it has been answered. */
export function createDocuments(options: DocumentOptions) {
  const { db, revision, clock } = options
  const transitions = createTransitions(options)

  async function changeAny(id: string, change: Change): Promise<void> {
    await revision.publish(async (transaction) => {
      const row = (await createFamilyStore(transaction).lock([id])).find((one) => one.id === id)
      if (!row) throw new Problem('document_not_found', 404)
      await change(row, transaction)
    })
  }

  /** Changes a document that is not in the bin. @throws {Problem} 404 */
  const changeOne = (id: string, change: Change) => changeAny(id, unlessDeleted(change))

  const erase = (id: string) => eraseDocument(id, { changeAny, files: options.files })

  return {
    ...createReading(options),

    /** Changes what a document says about itself. @throws {Problem} 404; 409 when somebody has changed it meanwhile */
    describe: (id: string, change: DocumentChange) =>
      changeOne(id, (row, transaction) => describeDocument(transaction, row, { change, now: clock.now() })),

    /** @throws {Problem} 404; 409 for what is no draft, or whose file is not ready */
    publish: (id: string) => changeOne(id, transitions.publish),
    /** @throws {Problem} 404; 409 for what is not published */
    unpublish: (id: string) => changeOne(id, transitions.unpublish),
    /** @throws {Problem} 404; 409 for what is archived */
    archive: (id: string) => changeOne(id, transitions.archive),
    /** Makes an archived document a draft again. @throws {Problem} 404; 409 for what is not archived */
    reopen: (id: string) => changeOne(id, transitions.reopen),
    /** Puts a document into the bin. @throws {Problem} 404 */
    remove: (id: string) => changeOne(id, transitions.remove),
    /** Takes a document out of the bin. @throws {Problem} 404 */
    recover: (id: string) => changeAny(id, transitions.recover),
    /** Deletes a document in the bin with its files. @throws {Problem} 404; 409 for one that is not in the bin */
    erase,

    /** Deletes what has been in the bin for long. */
    async eraseDeletedBefore(moment: Date): Promise<void> {
      for (const id of await createDocumentStore(db).listDeletedBefore(moment)) await erase(id)
    },

    /** Reads a file again that was found bad, for instance after a change of the settings. @throws {Problem} 404; 409 */
    async retry(id: string): Promise<void> {
      const [newest] = await createVersionStore(db).list(id)
      if (!newest) throw new Problem('document_not_found', 404)
      if (newest.state !== 'failed') throw new Problem('document_not_failed', 409)
      await createVersionStore(db).update(newest, { state: 'processing', failure: null, isRead: false })
    },

    /** Serves another version once more. @throws {Problem} 404; 409 for one that is not ready, or is served, and in the bin */
    async restore(key: VersionKey): Promise<void> {
      await noteIfMissing(key, options)
      await changeAny(key.documentId, restoreVersion(key.number, clock.now()))
    },

    /** Does the same to many documents; what cannot be done to one is told, and done to the others. */
    changeMany: ({ document_ids, operation }: BulkOrder, explain: (problem: Problem) => string) =>
      revision.publish((transaction) =>
        // In an order that all processes have, so that two never wait for each other.
        changeAll(transaction, [...new Set(document_ids)].sort(), {
          change: changeOf(operation, transitions),
          explain,
        }),
      ),
  }
}
export type Documents = ReturnType<typeof createDocuments>

/** What the team reads of documents. */
function createReading({ db, clock, links, findNames, sumViews }: DocumentOptions) {
  const describeOptions = async (rows: readonly DocumentWithFile[]) => ({
    ...{ links, now: clock.now() },
    views: await sumViews(rows.map(({ document }) => documentPath(document.slug))),
  })

  /** One version of a document, by default the newest. @throws {Problem} 404 */
  async function getVersion(id: string, number: number | undefined): Promise<VersionRow> {
    const versions = await createVersionStore(db).list(id)
    const version = number === undefined ? versions[0] : versions.find((one) => one.number === number)
    if (!version) throw new Problem('document_not_found', 404)
    return version
  }

  return {
    async list(query: DocumentListQuery): Promise<{ items: DocumentEntry[]; total: number }> {
      const { rows, total } = await listDocuments(db, query)
      const members = await createFamilyStore(db).listMembers(
        rows.flatMap(({ document }) => document.familyId ?? []),
      )
      const options = await describeOptions(rows)
      return { items: rows.map((row) => toEntry(row, othersOf(row.document, members), options)), total }
    },

    /** A document as it is stored. @throws {Problem} 404 */
    async find(id: string): Promise<DocumentRow> {
      const found = await createDocumentStore(db).find(id)
      if (!found) throw new Problem('document_not_found', 404)
      return found.document
    },

    /** @throws {Problem} 404 */
    async get(id: string): Promise<DocumentDetails> {
      const found = await createDocumentStore(db).find(id)
      if (!found) throw new Problem('document_not_found', 404)
      const versions = await createVersionStore(db).list(id)
      const names = await findNames(versions.flatMap(({ createdBy }) => createdBy ?? []))
      const { document, served } = found
      const { versionNumber: current, familyId } = document
      const members = familyId === null ? [] : await createFamilyStore(db).listMembers([familyId])
      const variants = othersOf(document, members)
      const options = await describeOptions([found])
      return {
        ...toEntry(found, variants, options),
        variants,
        picture_url: signCover(served, 480, options),
        versions: versions.map((version) => toFileEntry(version, { names, current })),
      }
    },

    /** A link to one version, by default the newest. @throws {Problem} 404 */
    async link(id: string, number: number | undefined): Promise<FileLink> {
      const version = await getVersion(id, number)
      const name = version.filePath.split('/').at(-1) ?? ''
      return { url: links.sign(`/files/${version.key}/${name}`, endOfReading(clock.now())) }
    },

    /** The text of one page of a version, by default of the newest. @throws {Problem} 404 */
    async readPage(id: string, page: number, number: number | undefined): Promise<PageText> {
      const version = await getVersion(id, number)
      if (version.pageCount === null || page > version.pageCount) throw new Problem('not_found', 404)
      const text = await createPageStore(db).findText(version, page)
      return {
        version: version.number,
        page,
        text: text ?? '',
        is_read: text !== undefined || version.isRead,
      }
    },
  }
}

/** The others of a document's family. */
const othersOf = ({ id, familyId }: DocumentRow, members: readonly FamilyMember[]) =>
  toVariants(members.filter((one) => one.familyId === familyId && one.id !== id))

async function describeDocument(
  transaction: Database,
  row: DocumentRow,
  { change, now }: { change: DocumentChange; now: Date },
): Promise<void> {
  const { updated_at, title, description, keywords, category, is_featured, mapped_language } = change
  if (updated_at !== undefined && updated_at !== row.updatedAt.toISOString())
    throw new Problem('document_stale', 409)
  if (mapped_language !== undefined) await checkLanguage(transaction, row, mapped_language)
  // An address that was public is kept, as others may have it.
  const slug = row.publishedAt ? row.slug : await chooseSlug(transaction, title, row.slug)
  // Words are looked up by the rules of the language, so its text is read again.
  if (mapped_language !== undefined && mapped_language !== row.mappedLanguage)
    await createVersionStore(transaction).readAgain({ documentId: row.id, number: row.versionNumber })
  await createDocumentStore(transaction).describe(row, {
    ...{ slug, title, description, keywords, category, isFeatured: is_featured, updatedAt: now },
    ...(mapped_language !== undefined && { mappedLanguage: mapped_language }),
  })
}

interface EraseOptions {
  changeAny(id: string, change: Change): Promise<void>
  files: FileStore
}

async function eraseDocument(id: string, { changeAny, files }: EraseOptions): Promise<void> {
  const keys: string[] = []
  await changeAny(id, async (row, transaction) => {
    if (!row.deletedAt) throw new Problem('document_not_deleted', 409)
    for (const { key } of await createVersionStore(transaction).list(id)) keys.push(key)
    await createDocumentStore(transaction).erase(id)
    if (row.familyId !== null) await createFamilyStore(transaction).dissolveIfAlone(row.familyId)
  })
  // The rows are deleted first: after a crash, files without a row are found by the daily check.
  for (const key of keys) {
    for await (const { name } of files.list(`documents/${key}/`)) await files.remove(name)
  }
}

function changeOf(operation: BulkOperation, transitions: ReturnType<typeof createTransitions>): Change {
  if (operation === 'recover') return transitions.recover
  return unlessDeleted(operation === 'delete' ? transitions.remove : transitions[operation])
}

/** A change that documents in the bin are refused, as if they were gone. */
function unlessDeleted(change: Change): Change {
  return async (row, transaction) => {
    if (row.deletedAt) throw new Problem('document_not_found', 404)
    await change(row, transaction)
  }
}

async function changeAll(
  transaction: Database,
  ids: readonly string[],
  { change, explain }: { change: Change; explain: (problem: Problem) => string },
): Promise<BulkResult> {
  const failures: BulkResult['failures'] = []
  for (const id of ids) {
    const row = await createDocumentStore(transaction).lock(id)
    const refusal = row
      ? await findRefusal(() => change(row, transaction))
      : new Problem('document_not_found', 404)
    if (refusal) failures.push({ id, reason: explain(refusal) })
  }
  return { success_count: ids.length - failures.length, failed_count: failures.length, failures }
}

/** The refusal of a change that changes nothing when it is refused. */
async function findRefusal(change: () => Promise<void>): Promise<Problem | undefined> {
  try {
    await change()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
