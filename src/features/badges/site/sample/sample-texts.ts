import { pickVerificationTexts, type VerificationTexts } from '#features/badges/site/verification-texts.ts'
import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'

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
  const t = await loadTexts(catalogues, language, ['badge-page', 'sample'])
  return { verification: pickVerificationTexts(t), t }
}
