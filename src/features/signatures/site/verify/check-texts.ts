import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'

// A file for each language, fetched for the first check instead of being part of the page.
const catalogues = import.meta.glob<Catalogue>('/locales/*/certificate-check.json', { import: 'default' })

/** Loads what the check says. @throws when it cannot be loaded */
export const loadCheckTexts = (language: Language): Promise<Translate> =>
  loadTexts(catalogues, language, ['certificate-check'])
