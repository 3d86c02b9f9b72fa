import { pickVerificationTexts, type VerificationTexts } from '#features/badges/site/verification-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'

type Catalogue = { [key: string]: string | Catalogue }

// A file for each language and namespace, fetched when the first check needs it instead of being part of the page.
const catalogues = import.meta.glob<Catalogue>(['/locales/*/badge-page.json', '/locales/*/sample.json'], {
  import: 'default',
})

/** The texts of the checks on the landing page and on that of transparency. */
export interface SampleTexts {
  verification: VerificationTexts
  t: Translate
}

/** Loads the texts of a language. */
export async function loadSampleTexts(language: Language): Promise<SampleTexts> {
  const load = async (namespace: string) => catalogues[`/locales/${language}/${namespace}.json`]?.()
  const [page = {}, sample = {}] = await Promise.all([load('badge-page'), load('sample')])
  const t = createTranslator({ 'badge-page': page, sample })
  return { verification: pickVerificationTexts(t), t }
}

/** Reads texts like the server's translator: `{{name}}` is replaced by the variable of that name. */
export function createTranslator(texts: Catalogue): Translate {
  return (key, variables = {}) => {
    let found: Catalogue | string | undefined = texts
    for (const name of key.split(/[:.]/)) found = typeof found === 'object' ? found[name] : undefined
    if (typeof found !== 'string') throw new RangeError(`There is no text ${key}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(variables[name] ?? ''))
  }
}
