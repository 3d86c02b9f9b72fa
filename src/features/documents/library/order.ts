import type { DocumentFile, DocumentSort } from '#features/documents/contract.ts'
import type { Language } from '#shared/languages.ts'

type Compare = (a: DocumentFile, b: DocumentFile) => number

/** Those in a language first, then those for readers of all, then those that stand in for one in it. */
const rankIn = (language: Language, { language_code: code }: DocumentFile): number =>
  code === language ? 0 : code === null ? 1 : 2

/** Sorts files. Names are compared by the rules of `language`, and numbers in them by their value. */
export function sortFiles<File extends DocumentFile>(
  files: readonly File[],
  sort: DocumentSort,
  language: Language,
): File[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const orders: Record<DocumentSort, Compare> = {
    language: (a, b) => rankIn(language, a) - rankIn(language, b),
    name: (a, b) => compare(a.clean_title, b.clean_title),
    date: (a, b) => Date.parse(b.lastModified) - Date.parse(a.lastModified),
    size: (a, b) => a.size - b.size,
  }
  // The path is the last criterion, so that the order is always the same.
  return files.toSorted((a, b) => orders[sort](a, b) || compare(a.name, b.name) || (a.path < b.path ? -1 : 1))
}
