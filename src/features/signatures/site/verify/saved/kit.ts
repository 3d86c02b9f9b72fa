import type { Json } from '#features/badges/site/parts/proof/json.ts'
import type { LedgerKey } from '#features/ledger/contract.ts'
import type { Language } from '#shared/languages.ts'

/** What a saved checker brings along, so that it has to ask nobody. */
export interface CheckerKit {
  language: Language
  direction: 'ltr' | 'rtl'
  /** Origin of the site. */
  origin: string
  /** When it was saved. */
  savedAt: string
  /** The texts of `certificate-check` by key, and its own. */
  texts: Record<string, string>
  didDocument: Json
  ledgerKeys: readonly LedgerKey[]
  /** The certificates of PDFs, DER in base 64. */
  signers: readonly string[]
}

/** The element of the saved page that holds the kit. */
export const kitId = 'kit'
