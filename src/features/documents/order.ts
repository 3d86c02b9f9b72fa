import type { Language } from '#shared/languages.ts'
import type { DocumentFile, DocumentSort } from './contract.ts'

type Compare = (a: DocumentFile, b: DocumentFile) => number

/** Sorts files. Names are compared by the rules of `language`, and numbers in them by their value. */
export function sortFiles(
  files: readonly DocumentFile[],
  sort: DocumentSort,
  language: Language,
): DocumentFile[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const orders: Record<DocumentSort, Compare> = {
    language: (a, b) => Number(b.has_language) - Number(a.has_language),
    name: (a, b) => compare(a.clean_title, b.clean_title),
    date: (a, b) => Date.parse(b.lastModified) - Date.parse(a.lastModified),
    size: (a, b) => a.size - b.size,
  }
  // The path is the last criterion, so that the order is always the same.
  return files.toSorted((a, b) => orders[sort](a, b) || compare(a.name, b.name) || (a.path < b.path ? -1 : 1))
}
