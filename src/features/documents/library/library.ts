import type {
  DocumentFile,
  DocumentPage,
  Library,
  LibraryChoice,
  LibraryEntry,
  ListedDocument,
  RecentDocuments,
} from '#features/documents/contract.ts'
import { documentPath, downloadPath, readDocumentPath } from '#features/documents/model.ts'
import type { DocumentRow } from '#features/documents/store.ts'
import type { ItemAddress } from '#features/seo/contract.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { createGroupStore } from './group-store.ts'
import { createLibraryStore, type PublishedDocument } from './library-store.ts'
import { createListStore } from './list-store.ts'
import { sortFiles } from './order.ts'
import { findStandIn, toAddresses, toVariants } from './variants.ts'

// Three are shown; the rest is for a screen that shows more.
const newestLimit = 10

// A list in one answer, for programs; more than any library has today.
const mostFiles = 1_000

/** How many documents a page of the list has. */
export const pageSize = 24

interface LibraryOptions {
  db: Database
  /** The language of the site, for documents that a visitor's language does not have. */
  siteLanguage(): Language
}

/** The documents that are public. */
export function createLibrary({ db, siteLanguage }: LibraryOptions) {
  const store = createLibraryStore(db)
  const lists = createListStore(db)
  const groups = createGroupStore(db)

  /** Documents with the public ones of their families. */
  async function withVariants(found: readonly PublishedDocument[]): Promise<LibraryEntry[]> {
    const families = new Set(found.flatMap(({ document }) => document.familyId ?? []))
    const members = await store.listVariants([...families])
    return found.map((one) => ({ ...toListed(one), variants: toVariants(one.document, members) }))
  }

  return {
    /** The public files for a reader of a language, as the API lists them. */
    async listFiles(language: Language): Promise<DocumentFile[]> {
      const rows = await lists.listFiles(language, mostFiles)
      return sortFiles(rows.map(toFile), 'language', language)
    },

    /** The newest public files of all languages. */
    async listNewestFiles(): Promise<RecentDocuments['documents']> {
      return (await store.listNewest(newestLimit)).map((row) => ({ ...toFile(row), id: row.id }))
    },

    /**
     * What the documentation page lists. In the language of the page, families that have none in it are there in another one.
     * @throws {Problem} 404 beyond the last page
     */
    async readLibrary(choice: LibraryChoice, pageLanguage: Language): Promise<Library> {
      const { language, category, sort, page } = choice
      const standInLanguage = language === pageLanguage ? siteLanguage() : undefined
      const all = { language, category: undefined, standInLanguage }
      const listed = { ...all, category }
      const part = { sort, limit: pageSize, offset: (page - 1) * pageSize }
      const [rows, total, ofAll, published] = await Promise.all([
        lists.listPart(listed, part),
        lists.countListed(listed),
        category && lists.countListed(all),
        store.countPublished(),
      ])
      const pages = Math.max(1, Math.ceil(total / pageSize))
      if (page > pages) throw new Problem('not_found', 404)
      const documents = await withVariants(rows)
      const countOf = (code: Language | null) => published.get(code) ?? 0
      const counts = Object.fromEntries(languages.map((one) => [one, countOf(one) + countOf(null)]))
      return {
        // A whole list is sorted by the rules of the language; the database has one order for all of them.
        documents: pages === 1 ? sortFiles(documents, sort, language) : documents,
        pages,
        counts: { ...counts, [language]: ofAll ?? total },
      }
    },

    /** Public documents by their addresses. */
    async listBySlugs(slugs: readonly string[]): Promise<Map<string, ListedDocument>> {
      const rows = await store.listBySlugs(slugs)
      return new Map(rows.map((row) => [row.document.slug, toListed(row)]))
    },

    /** A public document on its page. */
    async findPage(slug: string): Promise<DocumentPage | undefined> {
      const found = await store.find(slug)
      if (!found) return undefined
      const { familyId } = found.document
      const members = familyId === null ? [] : await store.listVariants([familyId])
      return {
        ...toPage(found),
        variants: toVariants(found.document, members),
        fallback: members.length > 1 ? findStandIn(members, siteLanguage())?.slug : undefined,
      }
    },

    /** How many pages of public documents there are, in each language. */
    countPages: groups.countGroups,

    /** The paths of pages of public documents, and when each last changed. */
    listPages: async (part: { offset: number; limit: number }): Promise<ItemAddress[]> =>
      toAddresses(await groups.listGroups(part), siteLanguage()),
  }
}
/** The screens of the panel for public documents, by the paths of their pages without a language. */
export const createScreenFinder =
  (db: Database) =>
  async (paths: readonly string[]): Promise<Map<string, string>> => {
    const slugs = paths.flatMap((path) => readDocumentPath(path) ?? [])
    const rows = await createLibraryStore(db).listBySlugs(slugs)
    return new Map(rows.map(({ document: { slug, id } }) => [documentPath(slug), `/admin/documents/${id}`]))
  }

export type PublicLibrary = ReturnType<typeof createLibrary>

function toFile(row: DocumentRow): DocumentFile {
  return {
    name: row.originalFilename,
    size: row.fileSize,
    lastModified: row.fileModifiedAt.toISOString(),
    path: downloadPath(row.slug),
    clean_title: row.title,
    has_language: row.mappedLanguage !== null,
    language_code: row.mappedLanguage,
  }
}

function toListed({ document, report }: PublishedDocument): ListedDocument {
  const { slug, description, category, pageCount, isFeatured } = document
  return {
    ...toFile(document),
    ...{ slug, description, category },
    page_count: pageCount,
    has_cover: (report?.pictures ?? 0) > 0,
    is_featured: isFeatured,
  }
}

function toPage(found: PublishedDocument): Omit<DocumentPage, 'variants' | 'fallback'> {
  const { document, report } = found
  return {
    ...toListed(found),
    keywords: document.keywords,
    published_at: (document.publishedAt ?? document.createdAt).toISOString(),
    digest: document.fileDigest,
    outline: report?.outline ?? [],
    pictures: report?.pictures ?? 0,
    dangers: report?.dangers ?? [],
  }
}
