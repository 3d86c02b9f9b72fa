import { fallbackLanguage, type Language, sourceLanguage } from '#shared/languages.ts'

/** Texts in one language, as nested JSON. */
export interface Catalogue {
  [key: string]: string | Catalogue
}

/** The text at a path of a catalogue; empty where there is none. */
export function readText(catalogue: Catalogue, path: readonly string[]): string {
  let found: Catalogue | string | undefined = catalogue
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined
  return typeof found === 'string' ? found : ''
}

/** The language and texts of the admin after a choice of language, and whether it could be loaded. */
export interface Translations {
  language: Language
  /** The catalogues that were fetched; the built-in one is not among them. */
  catalogues: Partial<Record<Language, Catalogue>>
  /** The language whose texts could not be loaded. */
  failed?: Language
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/**
 * The keys of a catalogue, dotted. Plural forms count as one key, since every language has its own set of them.
 */
export function listKeys(catalogue: Catalogue, prefix = ''): Set<string> {
  const keys = new Set<string>()
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') keys.add(prefix + name.replace(pluralSuffix, ''))
    else for (const key of listKeys(value, `${prefix}${name}.`)) keys.add(key)
  }
  return keys
}

/**
 * Loads the texts of a language from the server; falls back to English, then to the built-in Spanish. For an incomplete
 * language, English is loaded as well and fills the gaps.
 */
export async function loadTranslations(
  wanted: Language,
  builtIn: Catalogue,
  fetchCatalogue: (language: Language) => Promise<Catalogue>,
): Promise<Translations> {
  if (wanted === sourceLanguage) return { language: sourceLanguage, catalogues: {} }
  try {
    const catalogue = await fetchCatalogue(wanted)
    const keys = listKeys(catalogue)
    const hasGaps = [...listKeys(builtIn)].some((key) => !keys.has(key))
    const english =
      hasGaps && wanted !== fallbackLanguage ? await fetchOrNothing(fallbackLanguage, fetchCatalogue) : {}
    return { language: wanted, catalogues: { ...english, [wanted]: catalogue } }
  } catch {
    if (wanted === fallbackLanguage) return { language: sourceLanguage, catalogues: {}, failed: wanted }
    const english = await fetchOrNothing(fallbackLanguage, fetchCatalogue)
    const language = english[fallbackLanguage] ? fallbackLanguage : sourceLanguage
    return { language, catalogues: english, failed: wanted }
  }
}

async function fetchOrNothing(
  language: Language,
  fetchCatalogue: (language: Language) => Promise<Catalogue>,
): Promise<Partial<Record<Language, Catalogue>>> {
  try {
    return { [language]: await fetchCatalogue(language) }
  } catch {
    return {}
  }
}

/** Fetches `/lang/{code}.json`: all catalogues of a language, by namespace. */
export async function fetchCatalogues(language: Language): Promise<Catalogue> {
  const response = await fetch(`/lang/${language}.json`, { signal: AbortSignal.timeout(8000) })
  if (!response.ok) throw new Error(`/lang/${language}.json answered ${response.status}`)
  const body: unknown = await response.json()
  if (!isCatalogue(body) || !isCatalogue(body.admin) || !isCatalogue(body['sign-in']))
    throw new Error(`/lang/${language}.json holds no admin texts`)
  return body
}

function isCatalogue(value: unknown): value is Catalogue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((entry) => typeof entry === 'string' || isCatalogue(entry))
}
