import { randomUUID } from 'node:crypto'
import type { TransferChange, TransferRun } from '#feature.ts'
import type { TransitionOptions } from '#features/documents/editing/transitions.ts'
import { createFamilyStore } from '#features/documents/family/family-store.ts'
import type { createExamination, Examined } from '#features/documents/processing/examination.ts'
import { createPageStore } from '#features/documents/search/page-store.ts'
import { createSlugStore } from '#features/documents/slug-store.ts'
import { createDocumentStore, type DocumentRow } from '#features/documents/store.ts'
import type { ArrivedFile, createArrivals } from '#features/documents/upload/arrivals.ts'
import { createUploadStore } from '#features/documents/upload/upload-store.ts'
import { createVersionStore } from '#features/documents/version-store.ts'
import { documentPublished } from '#features/documents/webhook-events.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { eventOf } from '#shared/webhooks/event.ts'
import { pathOfFile, TransferredDocument } from './document-form.ts'
import { listBySlugs } from './document-store.ts'

export interface DocumentRunOptions {
  arrivals: ReturnType<typeof createArrivals>
  examine: ReturnType<typeof createExamination>
  announce: TransitionOptions['announce']
}

type By = Parameters<typeof runDocumentImport>[0]

/** A file that was stored and found good. */
interface PreparedFile {
  file: ArrivedFile
  examined: Examined
}

/** The import of some documents: their files are stored and examined first, as those that are uploaded. */
export function runDocumentImport(
  by: { actorId: string; now: Date },
  { arrivals, examine, announce }: DocumentRunOptions,
): TransferRun {
  const prepared = new Map<string, PreparedFile>()

  return {
    async prepare(change, open) {
      // Those that wait are not taken for uploads that have broken off.
      for (const { file } of prepared.values()) await arrivals.touch(file.key)
      const document = TransferredDocument.parse(change.data)
      if (!hasNewFile(change, document)) return
      const file = await arrivals.receive(document.file.name, await open(pathOfFile(document)))
      const { key, path: filePath, size: fileSize, digest: fileDigest } = file
      const row = { key, filePath, fileSize, fileDigest, cleansMetadata: false }
      try {
        const examined = await examine(row)
        if ('refused' in examined) {
          const reason = { code: `library:library.failures.${examined.refused}`, params: {} }
          throw new Problem('document_failed', 422, { extra: { reason } })
        }
        await arrivals.touch(key)
        prepared.set(change.key, { file, examined })
      } catch (error) {
        await arrivals.discard(key)
        throw error
      }
    },

    async lock(transaction, changes) {
      const rows = await listBySlugs(
        transaction,
        changes.map(({ key }) => key),
      )
      await createFamilyStore(transaction).lock(rows.map(({ id }) => id))
      await createSlugStore(transaction).lock()
    },

    async store(transaction, changes) {
      for (const change of changes) {
        const document = TransferredDocument.parse(change.data)
        const file = prepared.get(change.key)
        if (file && !(await createUploadStore(transaction).end(file.file.key)))
          throw new Problem('upload_broken_off', 409)
        const row = await storeDocument(transaction, { slug: change.key, document, file, by })
        const wasPublished =
          change.present && TransferredDocument.parse(change.present).status === 'published'
        if (document.status === 'published' && !wasPublished) {
          const data = { id: row.id, slug: row.slug, language: document.language }
          await announce(transaction, [eventOf(documentPublished, { data, at: by.now })])
        }
      }
      for (const { key, data } of changes) await joinFamily(transaction, key, TransferredDocument.parse(data))
    },

    async discard() {
      for (const { file } of prepared.values()) await arrivals.discard(file.key)
    },
  }
}

function hasNewFile({ present }: TransferChange, { file }: TransferredDocument): boolean {
  return !present || TransferredDocument.parse(present).file.sha256 !== file.sha256
}

interface StoredDocument {
  slug: string
  document: TransferredDocument
  file: PreparedFile | undefined
  by: By
}

async function storeDocument(
  transaction: Database,
  { slug, document, file, by }: StoredDocument,
): Promise<DocumentRow> {
  const store = createDocumentStore(transaction)
  const [here] = await listBySlugs(transaction, [slug])
  const { title, description, keywords, category, is_featured: isFeatured, language, status } = document
  const words = {
    ...{ title, description, keywords, category, isFeatured, mappedLanguage: language, updatedAt: by.now },
    ...(status !== 'deleted' && { status, deletedAt: null }),
    ...(status === 'published' && here?.status !== 'published' && { publishedAt: by.now }),
  }
  if (!here) {
    if (!file) throw new Problem('transfer_changed_here', 409)
    const { report: _report, ...facts } = file.examined
    const row = await store.insert({
      ...{ ...words, ...facts, slug, originalFilename: file.file.name, fileModifiedAt: by.now },
      ...{ createdAt: by.now, createdBy: by.actorId },
    })
    await addVersion(transaction, row.id, 1, file, by)
    return row
  }
  await store.describe(here, words)
  if (file) {
    const [newest] = await createVersionStore(transaction).list(here.id)
    const number = (newest?.number ?? 0) + 1
    await addVersion(transaction, here.id, number, file, by)
    await createPageStore(transaction).removeAll(here.id)
    const { report: _report, ...facts } = file.examined
    const served = {
      ...facts,
      versionNumber: number,
      originalFilename: file.file.name,
      fileModifiedAt: by.now,
    }
    await store.serve({ ...here, ...words }, served)
  } else {
    if (here.originalFilename !== document.file.name)
      await store.describe(here, { ...words, originalFilename: document.file.name })
    // Words are looked up by the rules of the language, so its text is read again.
    if (here.mappedLanguage !== language)
      await createVersionStore(transaction).readAgain({ documentId: here.id, number: here.versionNumber })
  }
  return here
}

async function addVersion(
  transaction: Database,
  documentId: string,
  number: number,
  { file, examined }: PreparedFile,
  { actorId, now }: By,
): Promise<void> {
  await createVersionStore(transaction).insert({
    ...{ ...examined, documentId, number, key: file.key, state: 'ready', cleansMetadata: false },
    ...{ originalFilename: file.name, createdBy: actorId, createdAt: now },
  })
}

/** Puts a document together with those that are the same in other languages. @throws {Problem} 409 when one has another family */
async function joinFamily(
  transaction: Database,
  slug: string,
  { variants }: TransferredDocument,
): Promise<void> {
  if (Object.keys(variants).length === 0) return
  const rows = await listBySlugs(transaction, [slug, ...Object.values(variants)])
  const members = rows.filter(({ mappedLanguage }) => mappedLanguage !== null)
  if (members.length < 2) return
  const known = new Set(members.flatMap(({ familyId }) => familyId ?? []))
  const [family = randomUUID(), other] = known
  const store = createFamilyStore(transaction)
  const whole = [...members, ...(await store.listMembers([family]))]
  const byLanguage = new Map<Language, string>()
  for (const { id, mappedLanguage, title } of whole) {
    if (mappedLanguage === null) continue
    const twin = byLanguage.get(mappedLanguage)
    if (other !== undefined || (twin !== undefined && twin !== id))
      throw new Problem('family_language_taken', 409, {
        params: { language: languageNames[mappedLanguage], title },
      })
    byLanguage.set(mappedLanguage, id)
  }
  await store.setFamily(
    members.map(({ id }) => id),
    family,
  )
}
