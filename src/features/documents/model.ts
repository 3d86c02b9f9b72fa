import { isLanguage, type Language } from '#shared/languages.ts'
import { documentSorts, type LibraryChoice } from './contract.ts'

/** Where the file that is kept under `filePath` is downloaded from. */
export function downloadPath(filePath: string): string {
  return `/files/${filePath.split('/').map(encodeURIComponent).join('/')}`
}

/** Reads a choice from the query of the documentation page; what it does not know counts as not asked for. */
export function readLibraryQuery(query: string, pageLanguage: Language): LibraryChoice {
  const asked = new URLSearchParams(query)
  const language = asked.get('language')
  const sort = documentSorts.find((one) => one === asked.get('sort'))
  return { language: isLanguage(language) ? language : pageLanguage, sort: sort ?? documentSorts[0] }
}

/** Writes a choice as the query of the documentation page, in one way only: empty for what the page shows anyway. */
export function writeLibraryQuery({ language, sort }: LibraryChoice, pageLanguage: Language): string {
  const query = new URLSearchParams()
  if (language !== pageLanguage) query.set('language', language)
  if (sort !== documentSorts[0]) query.set('sort', sort)
  return query.toString()
}
