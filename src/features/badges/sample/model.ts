import type { Language } from '#shared/languages.ts'

/** The date that the sample credential bears. */
export const sampleDate = '2025-01-01'

/** Where the sample credential of a language is, from the root of the site. */
export function sampleCredentialPath(language: Language): string {
  return `/credentials/sample/${language}.json`
}
