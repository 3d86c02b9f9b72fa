import type { DocumentEntry, DocumentVariant, FileEntry, FileFailure } from '#features/documents/contract.ts'
import { endOfPictures, type FileLinks } from '#features/documents/delivery/file-links.ts'
import { documentPath, downloadPath } from '#features/documents/model.ts'
import { coverName } from '#features/documents/processing/orders.ts'
import type { DocumentWithFile } from '#features/documents/store.ts'
import type { VersionRow } from '#features/documents/version-store.ts'

interface SignOptions {
  links: FileLinks
  now: Date
}

interface DescribeOptions extends SignOptions {
  /** How often the page of each document was viewed, by its path. */
  views: ReadonlyMap<string, number>
}

/** A document as the team's list shows it, with the others of its family. */
export function toEntry(
  { document: row, version, served }: DocumentWithFile,
  variants: readonly Pick<DocumentVariant, 'language'>[],
  { links, now, views }: DescribeOptions,
): DocumentEntry {
  const { id, slug, title, description, keywords, category, status, mappedLanguage } = row
  return {
    ...{ id, slug, title, description, keywords, category, status },
    original_filename: row.originalFilename,
    file_size: row.fileSize,
    page_count: row.pageCount,
    ...(mappedLanguage && { mapped_language: mappedLanguage }),
    is_featured: row.isFeatured,
    total_views: views.get(documentPath(slug)) ?? 0,
    total_downloads: row.totalDownloads,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    published_at: row.publishedAt?.toISOString() ?? null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    download_url: downloadPath(slug),
    cover_url: signCover(served, 160, { links, now }),
    file_state: version?.state ?? 'ready',
    file_failure: failureOf(version),
    dangers: (version?.state === 'ready' && served ? served : version)?.report?.dangers ?? [],
    family: variants.map(({ language }) => language),
  }
}

/** A version of a document's file, as the team sees it. */
export function toFileEntry(
  row: VersionRow,
  { names, current }: { names: ReadonlyMap<string, string>; current: number },
): FileEntry {
  const { number, createdBy } = row
  const name = createdBy === null ? undefined : names.get(createdBy)
  return {
    number,
    original_filename: row.originalFilename,
    file_size: row.fileSize,
    page_count: row.pageCount,
    digest: row.fileDigest,
    state: row.state,
    failure: failureOf(row),
    report: row.report,
    pages_read: row.pagesRead,
    is_read: row.isRead,
    created_at: row.createdAt.toISOString(),
    created_by: createdBy !== null && name !== undefined ? { id: createdBy, name } : null,
    is_current: number === current && row.state === 'ready',
  }
}

const failureOf = (version: Pick<VersionRow, 'failure'> | null): FileFailure | null =>
  version?.failure ?? null

/** The address of the picture of the first page of a file, if there is one. */
export function signCover(
  version: VersionRow | null,
  width: Parameters<typeof coverName>[0],
  { links, now }: SignOptions,
): string | null {
  if (!version?.report?.pictures) return null
  return links.sign(`/files/${version.key}/${coverName(width)}`, endOfPictures(now))
}
