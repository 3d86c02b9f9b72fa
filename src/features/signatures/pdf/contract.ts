import type { Language } from '#shared/languages.ts'
import type { Certificate } from '../contract.ts'

/** A certificate as it is issued. */
export interface CertificateDocument {
  certificate: Certificate
  language: Language
  /** Where anybody can check it. */
  verifyUrl: string
  siteName: string
  /** The signed data, attached to the document as JSON. */
  credential: object
  /** The public chain in which the ledger's entry is anchored; without it the document says that it is in none. */
  anchoredIn?: string
}

/** Sets a certificate, and says what of it has to be signed. */
export interface ComposeOrder {
  work: 'compose'
  document: CertificateDocument
  /** The signer's certificate as DER. */
  certificate: Uint8Array
  signingTime: Date
}

/** Puts the signature into the document of a ticket. */
export interface FinishOrder {
  work: 'finish'
  ticket: number
  signature: Uint8Array
}

export type CertificateAnswer =
  | { ticket: number; toSign: Uint8Array }
  | { pdf: Uint8Array }
  /** The process has begun anew since the ticket was given. */
  | { isLost: true }
