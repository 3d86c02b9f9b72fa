import { isLanguage, type Language } from '#shared/languages.ts'
import { documentSorts, type LibraryChoice } from './contract.ts'

/** The public address of the file that is stored under `filePath`. */
export function downloadPath(filePath: string): string {
  return `/files/${filePath.split('/').map(encodeURIComponent).join('/')}`
}

/** Reads the choice from the query of the documentation page; ignores unknown values. */
export function readLibraryQuery(query: string, pageLanguage: Language): LibraryChoice {
  const asked = new URLSearchParams(query)
  const language = asked.get('language')
  const sort = documentSorts.find((one) => one === asked.get('sort'))
  return { language: isLanguage(language) ? language : pageLanguage, sort: sort ?? documentSorts[0] }
}

/** Writes the choice as the query of the documentation page, in a unique form: defaults are left out. */
export function writeLibraryQuery({ language, sort }: LibraryChoice, pageLanguage: Language): string {
  const query = new URLSearchParams()
  if (language !== pageLanguage) query.set('language', language)
  if (sort !== documentSorts[0]) query.set('sort', sort)
  return query.toString()
}
