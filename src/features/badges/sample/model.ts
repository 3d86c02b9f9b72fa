import type { Language } from '#shared/languages.ts'

/** The date that the samples bear. */
export const sampleDate = '2025-01-01'

/** Where the sample credential of a language is, from the root of the site. */
export function sampleCredentialPath(language: Language): string {
  return `/credentials/sample/${language}.json`
}

/** The steps of public spending in the sample ledger, with the signed amount of each in euros. */
export const sampleAmounts = { budget: '120000', contract: '118000', payment: '118000', works: '118000' }
export type LedgerStep = keyof typeof sampleAmounts

/** The steps in their order. */
export const ledgerSteps = ['budget', 'contract', 'payment', 'works'] as const satisfies LedgerStep[]

/** Where the sample ledger is, from the root of the site. */
export const sampleLedgerPath = '/credentials/sample/ledger.json'
