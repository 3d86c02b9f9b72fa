import type { ActivationCountry } from '#features/signatures/contract.ts'

/** The fields of the activation form, in the order they stand in. */
export const activationFields = [
  'fullName',
  'organization',
  'position',
  'country',
  'phoneNumber',
  'linkedinProfile',
  'useCase',
  'agreedToTerms',
] as const
export type ActivationField = (typeof activationFields)[number]

/** What the form holds before it is checked. */
export type TypedActivation = Record<Exclude<ActivationField, 'agreedToTerms'>, string> & {
  agreedToTerms: boolean
}

/** A form that was refused: what was typed, a sentence for each refused field, and one about the whole form. */
export interface RefusedActivation {
  values: TypedActivation
  errors: Partial<Record<ActivationField, string>>
  message?: string
}

/** What the page says about an activated signature. */
export interface ActiveSignature {
  id: string
  /** Null right after the activation: the page then asks for the certificate. */
  certificateId: string | null
  address: string
  activatedAt: string
  revokedAt: string | null
  revokeReason: string | null
}

/** What the page of a link shows. Nothing in it tells links that never were from those whose time is over. */
export type ActivationState = { token: string } & (
  | {
      view: 'form'
      signatureId: string
      expiresAt: string
      /** From the server's time. */
      expiresInHours: number
      /** Names what the browser remembers for this link; tells nobody the token. */
      draftKey: string
      refused?: RefusedActivation
    }
  | { view: 'activated'; signature: ActiveSignature }
  | {
      view: 'refused'
      /** Whether another link has just been asked for. */
      isAsked?: boolean
      /** A refused address, and why. */
      email?: string
      error?: string
    }
)

/** A country of the form, with its name in the language of the page. */
export interface CountryChoice {
  code: ActivationCountry
  name: string
}

/** What the public page of a certificate says: nothing that names its holder. */
export type CertificateState =
  | {
      view: 'known'
      id: string
      address: string
      activatedAt: string
      revokedAt: string | null
      revokeReason: string | null
      /** The number of its entry in the ledger; null for the second until it has one. */
      entry: number | null
    }
  | { view: 'unknown' }
  /** The holder wished that it be forgotten. */
  | { view: 'withdrawn' }

declare module '#site/contract.ts' {
  interface PublicPages {
    verification: undefined
  }
  interface PersonalPages {
    activation: ActivationState
    certificate: CertificateState
  }
}
