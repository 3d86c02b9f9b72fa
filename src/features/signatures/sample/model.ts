import type { Language } from '#shared/languages.ts'

/** The day that the sample certificate bears. */
export const sampleDate = '2025-01-01'

/** Where the sample certificate of a language is, from the root of the site. */
export const sampleCertificatePath = (language: Language): string => `/api/certificates/sample/${language}`
