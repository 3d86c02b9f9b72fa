import type { FoundDocument } from '#features/documents/contract.ts'
import type { PublicLibrary } from '#features/documents/library/library.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { findPassage } from './passage.ts'
import { createSearchStore } from './search-store.ts'

interface SearchOptions {
  db: Database
  library: Pick<PublicLibrary, 'listBySlugs'>
}

const mostFound = 30

/** Searches what is published: what documents say about themselves, and the text inside them. */
export function createDocumentSearch({ db, library }: SearchOptions) {
  const store = createSearchStore(db)
  return {
    /** The documents for readers of a language that have all words of a query: by their titles first, then by their pages. */
    async find(query: string, language: Language): Promise<FoundDocument[]> {
      const [named, inside] = await Promise.all([
        store.findByWords(query, language, mostFound),
        store.findInside(query, language, mostFound),
      ])
      const pages = new Map(inside.map((page) => [page.slug, page]))
      const slugs = [...new Set([...named, ...pages.keys()])].slice(0, mostFound)
      const documents = await library.listBySlugs(slugs)
      return slugs.flatMap((slug) => {
        const document = documents.get(slug)
        const page = pages.get(slug)
        const passage = page ? { page: page.page, parts: findPassage(page.words, query) } : null
        return document ? [{ document, passage }] : []
      })
    },
  }
}
export type DocumentSearch = ReturnType<typeof createDocumentSearch>
