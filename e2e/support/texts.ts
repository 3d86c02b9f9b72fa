import { loadCatalogues } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'

const catalogues = await loadCatalogues()

/** A sentence as a visitor reads it, so that journeys find things by their words. */
export function textOf(
  language: Language,
  key: string,
  variables: Record<string, string | number> = {},
): string {
  return catalogues.translator(language)(key, { name: 'Firmeza', ...variables })
}
