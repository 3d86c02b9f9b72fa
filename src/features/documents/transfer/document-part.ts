import type { PresentItem, TransferData, TransferMode, TransferPart, TransferSource } from '#feature.ts'
import { isSlug } from '#features/documents/model.ts'
import { isReservedSlug } from '#features/documents/slugs.ts'
import { readFields } from '#http/problem-details.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { pathOfFile, TransferredDocument } from './document-form.ts'
import { type DocumentRunOptions, runDocumentImport } from './document-run.ts'
import { type ListedDocument, listWholeDocuments } from './document-store.ts'

/** The documents as they are exported: with the file that is served. */
export const documentSource: TransferSource = {
  name: 'documents',
  isByLanguage: false,
  async list(db, languages) {
    const rows = await listWholeDocuments(db)
    return rows
      .filter(({ mappedLanguage }) => mappedLanguage === null || languages.includes(mappedLanguage))
      .map((row) => toItem(row, rows, languages))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
  },
}

function toItem(
  row: ListedDocument,
  rows: readonly ListedDocument[],
  languages: readonly Language[],
): PresentItem {
  const { slug, title: label, mappedLanguage: language, deletedAt, updatedAt } = row
  const variants = rows.flatMap((one) => {
    const { mappedLanguage: other, familyId } = one
    const isVariant = familyId !== null && familyId === row.familyId && one !== row && !one.deletedAt
    return isVariant && other !== null && languages.includes(other) ? [[other, one.slug] as const] : []
  })
  const data: TransferredDocument = {
    ...{ title: label, description: row.description, keywords: row.keywords, category: row.category },
    ...{ is_featured: row.isFeatured, language, status: deletedAt ? 'deleted' : row.status },
    variants: Object.fromEntries(variants),
    file: { name: row.originalFilename, size: row.fileSize, sha256: row.fileDigest },
  }
  const hidden = deletedAt ? 'deleted' : row.isReady && row.fileDigest ? undefined : 'not_ready'
  return {
    ...{ key: slug, language: null, label, data },
    changedAt: deletedAt && deletedAt > updatedAt ? deletedAt : updatedAt,
    files: [{ path: pathOfFile(data), stored: row.filePath }],
    ...(hidden && { hidden }),
  }
}

/** The documents as they are imported: known by their addresses, with their files as new versions. */
export function createDocumentPart(options: DocumentRunOptions): TransferPart {
  return {
    ...documentSource,
    async read({ key, data }) {
      if (!isSlug(key) || isReservedSlug(key)) return 'unknown_key'
      const document = readFields(TransferredDocument, data)
      if (document.status === 'deleted') throw refused('status')
      if (document.language === null && Object.keys(document.variants).length > 0) throw refused('language')
      if (document.language !== null && document.language in document.variants) throw refused('variants')
      return document
    },
    filesOf(_key, data) {
      return { needed: [pathOfFile(TransferredDocument.parse(data))] }
    },
    needs(data) {
      const { variants } = TransferredDocument.parse(data)
      return Object.values(variants).map((key) => ({ part: 'documents', key }))
    },
    merge: mergeDocuments,
    begin: (by) => runDocumentImport(by, options),
  }
}

const refused = (field: string) =>
  new Problem('validation_failed', 422, { fields: [{ field, code: 'invalid' }] })

/** Nothing is taken off the site: what is published here stays published, and what is in the bin comes back. */
function mergeDocuments(
  present: TransferData | undefined,
  incoming: TransferData,
  mode: TransferMode,
): TransferData {
  const given = TransferredDocument.parse(incoming)
  const here = present && TransferredDocument.parse(present)
  const variants = { ...given.variants, ...here?.variants }
  return { ...given, status: statusOf(here, given, mode), variants } satisfies TransferredDocument
}

function statusOf(
  here: TransferredDocument | undefined,
  given: TransferredDocument,
  mode: TransferMode,
): TransferredDocument['status'] {
  if (given.status === 'published' && mode === 'published') return 'published'
  if (here && here.status !== 'deleted') return here.status
  return given.status === 'archived' ? 'archived' : 'draft'
}
