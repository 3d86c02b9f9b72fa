import { isLanguage, type Language } from '#shared/languages.ts'
import { documentCategories, documentSorts, type LibraryChoice } from './contract.ts'

/** How many days a deleted document can be taken back from the bin. */
export const binDays = 30

/** The public address of a document's file, which stays the same when the file is replaced. */
export function downloadPath(slug: string): string {
  return `/files/${slug}.pdf`
}

/** The path of a document's page, without the language. */
export const documentPath = (slug: string): string => `/docs/${slug}`

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a text has the form of an address of a document. */
export const isSlug = (slug: string): boolean => slug.length <= 120 && slugForm.test(slug)

/** The address of the document whose page is at a path without a language; undefined for other paths. */
export function readDocumentPath(path: string): string | undefined {
  const start = documentPath('')
  const slug = path.slice(start.length)
  return path.startsWith(start) && isSlug(slug) ? slug : undefined
}

/** The path of the search in documents, without the language. */
export const searchPath = '/docs/search'

/** The public address of a picture of a document. */
export const picturePath = (slug: string, name: string): string => `/files/${slug}/${name}`

/** Reads the choice from the query of the documentation page; ignores unknown values. */
export function readLibraryQuery(query: string, pageLanguage: Language): LibraryChoice {
  const asked = new URLSearchParams(query)
  const language = asked.get('language')
  const sort = documentSorts.find((one) => one === asked.get('sort'))
  const category = documentCategories.find((one) => one === asked.get('category'))
  const page = asked.get('page') ?? ''
  return {
    language: isLanguage(language) ? language : pageLanguage,
    sort: sort ?? documentSorts[0],
    category,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** The query of the documentation page for a choice, as short as possible. */
export function writeLibraryQuery(
  { language, sort, category, page }: LibraryChoice,
  pageLanguage: Language,
): string {
  const query = new URLSearchParams()
  if (language !== pageLanguage) query.set('language', language)
  if (sort !== documentSorts[0]) query.set('sort', sort)
  if (category) query.set('category', category)
  if (page > 1) query.set('page', String(page))
  return query.toString()
}

/** What the name of a file says about the document in it. */
interface NamedFile {
  title: string
  /** The language of the prefix; undefined where there is none. */
  language: Language | undefined
}

// An upper-case letter, a lower-case letter and a hyphen.
const languagePrefix = /^([A-Z][a-z])-/

/** Reads title and language from a name such as `Es-Guía rápida.pdf`. A prefix that is no language is removed too. */
export function readFileName(filename: string): NamedFile {
  const bare = filename.replace(/\.pdf$/i, '')
  const code = languagePrefix.exec(bare)?.[1]?.toLowerCase()
  const title = bare.replace(languagePrefix, '').replace(/_+/g, ' ').trim()
  return { title: title || bare, language: isLanguage(code) ? code : undefined }
}

/** How much of a description lists show, in characters as people see them. */
const shortLength = 100

/** The beginning of a text; one that is cut off ends in an ellipsis. */
export function shorten(text: string, length = shortLength): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // No character that people see is shorter than one unit.
  if (line.length <= length) return line
  let end = 0
  let count = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (++count > length) return `${line.slice(0, end).trimEnd()}…`
    end += segment.length
  }
  return line
}

/** Rows of documents that were read by their ids, in the order of the ids; without those that are gone by then. */
export function inOrderOf<Row extends { document: { id: string } }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.document.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
