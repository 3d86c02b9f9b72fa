import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'

const catalogues = import.meta.glob<Catalogue>('/locales/*/sample.json', { import: 'default' })

/** Loads what the page says of its sample. @throws when it cannot be loaded */
export const loadSampleTexts = (language: Language): Promise<Translate> =>
  loadTexts(catalogues, language, ['sample'])
