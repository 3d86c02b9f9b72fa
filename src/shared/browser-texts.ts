import type { Language } from './languages.ts'

/** The texts of one namespace of a language, as `locales/<code>/` holds them. */
export type Catalogue = { [key: string]: string | Catalogue }

/** What Vite's `import.meta.glob` gives for catalogues: a file for each, loaded when it is asked for. */
type CatalogueFiles = Record<string, () => Promise<Catalogue>>

type Translator = (key: string, variables?: Record<string, string | number>) => string

/** Loads namespaces of a language that are not part of the page. @throws when one cannot be loaded */
export async function loadTexts(
  files: CatalogueFiles,
  language: Language,
  namespaces: readonly string[],
): Promise<Translator> {
  const load = async (name: string) => [name, (await files[`/locales/${language}/${name}.json`]?.()) ?? {}]
  return createTranslator(Object.fromEntries(await Promise.all(namespaces.map(load))))
}

/** Reads texts like the server's translator: `{{name}}` is replaced by the variable of that name. */
function createTranslator(catalogues: Record<string, Catalogue>): Translator {
  return (key, variables = {}) => {
    let found: Catalogue | string | undefined = catalogues
    for (const name of key.split(/[:.]/)) found = typeof found === 'object' ? found[name] : undefined
    if (typeof found !== 'string') throw new RangeError(`There is no text ${key}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(variables[name] ?? ''))
  }
}
