import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { siteLocale } from '#ui/typesetting.ts'

// A file for each language, fetched when the first check needs it instead of being part of the page.
const catalogues = import.meta.glob<Catalogue>(['/locales/*/ledger.json', '/locales/*/ledger-check.json'], {
  import: 'default',
})

/** Loads what the checks say. @throws when it cannot be loaded */
export const loadCheckTexts = (language: Language): Promise<Translate> =>
  loadTexts(catalogues, language, ['ledger', 'ledger-check'])

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(siteLocale(language)).format(value)
}

export function formatTime(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(siteLocale(language), { dateStyle: 'long', timeStyle: 'medium' }).format(
    time,
  )
}
