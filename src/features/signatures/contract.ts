import { z } from 'zod'
import { InclusionProof, LedgerAnchor, LedgerKey, LedgerLeaf } from '#features/ledger/contract.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { segments } from '#shared/segments.ts'
import { emailText, linesText, nameText, text, visibleText } from '#shared/text.ts'
import { signaturePermissions } from './permissions.ts'

/** The countries of the activation form, in its order. `OTHER` stands for all others. */
export const activationCountries = ['US', 'CA', 'CO', 'MX', 'ES', 'FR', 'DE', 'UK', 'OTHER'] as const
export type ActivationCountry = (typeof activationCountries)[number]

/** The states of a signature, in the order in which one reaches them; the last two end it. */
export const signatureStates = ['sent', 'opened', 'started', 'activated', 'expired', 'revoked'] as const
export type SignatureState = (typeof signatureStates)[number]

const leadId = z.uuid('lead_unknown').toLowerCase()
const moment = z.iso.datetime()
const address = z.string().meta({ examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] })

/** What a person writes to activate their signature. */
export const Activation = z.object({
  fullName: nameText(200).min(1, 'required'),
  organization: nameText(200).min(1, 'required'),
  position: nameText(200).min(1, 'required'),
  country: z.enum(activationCountries, 'required'),
  phoneNumber: text(40)
    .regex(/^(\+?[\d\s().\-/]{4,})?$/, 'phone_invalid')
    .default(''),
  linkedinProfile: text(300)
    .refine((value) => value === '' || isWebAddress(value), 'url_invalid')
    .default(''),
  useCase: linesText(2000).min(1, 'required'),
  agreedToTerms: z.literal(true, 'terms_required'),
})
export type Activation = z.infer<typeof Activation>

function isWebAddress(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

/** Whether a link can activate a signature. `expires_in_hours` is a decimal, from the server's time; 0 where it cannot. */
export const LinkValidation = z.object({
  valid: z.boolean(),
  message: z.string(),
  expires_in_hours: z.number().min(0),
  signature_data: z
    .object({
      signature_id: z.uuid(),
      /** Both null until it is activated. */
      blockchain_address: address.nullable(),
      activated_at: moment.nullable(),
    })
    .nullable(),
})
export type LinkValidation = z.infer<typeof LinkValidation>

export const ActivationResult = z.object({
  success: z.literal(true),
  message: z.string(),
  signature_data: z.object({ signature_id: z.uuid(), blockchain_address: address, activated_at: moment }),
})
export type ActivationResult = z.infer<typeof ActivationResult>

/**
 * What the holder's key signs, and what the ledger commits to. `holder` is the SHA-256, in hex, of the canonical JSON of
 * `{certificate, full_name, organization, position}`: whoever has the certificate can check the name, nobody can guess it.
 */
export const SignatureStatement = z.object({
  type: z.literal('activation'),
  certificate: z.uuid(),
  signature: z.uuid(),
  address,
  holder: z.string(),
  activated_at: moment,
})
export type SignatureStatement = z.infer<typeof SignatureStatement>

/** The certificate of an activated signature, for its holder. */
export const Certificate = z.object({
  certificate_id: z.uuid(),
  signature_id: z.uuid(),
  blockchain_address: address,
  activated_at: moment,
  full_name: z.string(),
  organization: z.string(),
  position: z.string(),
  /** The name of the ledger in which it is recorded. */
  network: z.string().meta({ examples: ['Firmeza ledger'] }),
  statement: SignatureStatement,
  /** The holder's key over the canonical JSON of the statement: ECDSA on secp256k1 over its SHA-256, compact, in hex. */
  statement_signature: z.string(),
  public_key: z.string(),
  /** The entry of the ledger that commits to the statement. */
  ledger_entry: z.uuid(),
  revoked_at: moment.nullable(),
  revoke_reason: z.string().nullable(),
})
export type Certificate = z.infer<typeof Certificate>

/** The request for another link, from the page of one that no longer works. */
export const NewLinkRequest = z.object({ email: emailText })
/** The answer to it, the same for every address. */
export const NewLinkResponse = z.object({ message: z.string() })

/** What a page tells of its reader: they see it, or have begun to write in its form. Mail scanners do neither. */
export const ActivationProgress = z.object({ step: z.enum(['opened', 'started'], 'invalid') })
export type ActivationProgress = z.infer<typeof ActivationProgress>

/** The certificate as a verifiable credential (W3C VC Data Model 2.0), whose subject is the holder's key. */
export const CertificateCredential = z.looseObject({
  '@context': z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).meta({
    examples: [['https://www.w3.org/ns/credentials/v2', {}]],
  }),
  id: z.url(),
  type: z.array(z.string().meta({ examples: ['SignatureCertificate'] })),
  issuer: z.object({ id: z.string().meta({ examples: ['did:web:example.org'] }), name: z.string() }),
  validFrom: moment,
  credentialSubject: z.object({
    /** The did:key of the holder's key. */
    id: z.string(),
    certificateId: z.uuid(),
    name: z.string(),
    organization: z.string(),
    position: z.string(),
    blockchainAddress: address,
    statement: SignatureStatement,
    statementSignature: z.string(),
    publicKey: z.string(),
  }),
  credentialStatus: z.looseObject({ type: z.literal('BitstringStatusListEntry') }),
  /** The proof that the ledger has the entry: `ledger` and, where there is one, `anchor` of the record of a certificate. */
  evidence: z
    .array(
      z.object({
        type: z.array(z.string().meta({ examples: ['LedgerInclusion'] })),
        entry: z.record(z.string(), z.unknown()),
        anchor: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  proof: z.looseObject({ type: z.literal('DataIntegrityProof'), cryptosuite: z.literal('eddsa-rdfc-2022') }),
})

/** The certificates (X.509, DER in base 64) that PDFs were ever signed with: what a retired key has signed stays valid. */
export const DocumentSigners = z.object({
  signers: z.array(
    z.object({
      certificate: z.base64().meta({ examples: ['MIIBhTCCASugAwIBAgIQ'] }),
      created_at: moment,
      retired_at: moment.nullable(),
    }),
  ),
})
export type DocumentSigners = z.infer<typeof DocumentSigners>

/** In which language a PDF is written; by default in that of the request. */
export const CertificatePdfQuery = z.object({ language: LanguageCode.optional() })

/** A signature as the team sees it in a list. */
export const SignatureSummary = z.object({
  id: z.uuid(),
  state: z.enum(signatureStates),
  /** Null once the person was erased. */
  lead: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** When the present link was sent; of later reminders see `reminded_at`. */
  invited_at: moment,
  invited_by: z.uuid().nullable(),
  expires_at: moment,
  opened_at: moment.nullable(),
  started_at: moment.nullable(),
  activated_at: moment.nullable(),
  revoked_at: moment.nullable(),
  blockchain_address: address.nullable(),
  certificate_id: z.uuid().nullable(),
})
export type SignatureSummary = z.infer<typeof SignatureSummary>

/** The same with all that is known of it. */
export const SignatureDetail = SignatureSummary.extend({
  reminded_at: moment.nullable(),
  /** How many links were sent, this one included. */
  links_sent: z.number().int(),
  revoke_reason: z.string().nullable(),
  erased_at: moment.nullable(),
  /** What the person wrote; null until then, and for those who may only see states. */
  form: Activation.omit({ agreedToTerms: true }).nullable(),
  /** The epoch of the master key that its key is derived from. */
  key_epoch: z.number().int().nullable(),
  ledger_entry: z.uuid().nullable(),
  /** The number of that entry in the ledger; null for the second until it is in the tree. */
  ledger_index: z.number().int().nullable(),
})
export type SignatureDetail = z.infer<typeof SignatureDetail>

export const SignatureQuery = z.object({
  state: z.enum(signatureStates, 'invalid').optional(),
  /** Words that the holder's name, organisation or address must contain. */
  search: text(200).optional(),
  lead_id: leadId.optional(),
  ...pageQuery,
})
export type SignatureQuery = z.infer<typeof SignatureQuery>

export const SignatureCounts = z.object({
  total: z.number().int(),
  by_state: z.record(z.enum(signatureStates), z.number().int()),
})
export type SignatureCounts = z.infer<typeof SignatureCounts>

/** Invites named leads, or all present leads of a segment. */
export const Invitation = z
  .object({
    lead_ids: z.array(leadId, 'required').min(1, 'required').max(5000, 'too_long').optional(),
    segment: z.enum(segments, 'segment_required').optional(),
  })
  .refine(({ lead_ids, segment }) => (lead_ids === undefined) !== (segment === undefined), {
    error: 'leads_or_segment',
    path: ['lead_ids'],
  })
  .meta({ examples: [{ segment: 'developer' }] })
export type Invitation = z.infer<typeof Invitation>

/**
 * The progress of invitations. `already` counts leads whose signature is activated, `skipped` those to whom no mail may be
 * sent, `missing` those who do not exist (any more).
 */
export const InvitationProgress = z.object({
  id: z.uuid(),
  segment: z.enum(segments).nullable(),
  status: z.enum(['running', 'done', 'stopped']),
  total: z.number().int(),
  invited: z.number().int(),
  already: z.number().int(),
  skipped: z.number().int(),
  missing: z.number().int(),
  created_at: moment,
  ended_at: moment.nullable(),
})
export type InvitationProgress = z.infer<typeof InvitationProgress>

export const SignatureRevocation = z.object({ reason: visibleText(500) })

export const SignatureExport = z.object({ format: z.enum(['csv', 'json'], 'invalid').default('csv') })
export type SignatureExport = z.infer<typeof SignatureExport>

/** The master key that the keys of new signatures are derived from. */
export const MasterKeyState = z.object({
  epoch: z.number().int(),
  created_at: moment,
  /** Whether the environment holds it, so that it cannot be rotated here. */
  fixed: z.boolean(),
  /** How many there have been, this one included. */
  epochs: z.number().int(),
  /** False when it was encrypted under a secret that is no longer known: nothing can then be activated. */
  is_readable: z.boolean(),
})
export type MasterKeyState = z.infer<typeof MasterKeyState>

/** Signatures or invitations have changed. */
export const signaturesChanged: LiveTopic = { name: 'signatures', permission: signaturePermissions.read }

/** A checkpoint in a public chain, and the proof that its tree has the entry of a certificate. */
export const CertificateAnchor = LedgerAnchor.extend({ inclusion: InclusionProof })
export type CertificateAnchor = z.infer<typeof CertificateAnchor>

/**
 * All that a certificate is checked with, and nothing that names its holder: `GET /api/certificates/{id}`. `ledger` is null
 * for the second until the entry is in the tree.
 */
export const CertificateRecord = z.object({
  certificate_id: z.uuid(),
  signature_id: z.uuid(),
  statement: SignatureStatement,
  statement_signature: z.string(),
  /** The compressed public key of the holder, in hex. */
  public_key: z.string(),
  revoked_at: moment.nullable(),
  revoke_reason: z.string().nullable(),
  ledger: z
    .object({
      /** In hex; with the statement, what the leaf commits to. */
      salt: z.string(),
      leaf: LedgerLeaf,
      inclusion: InclusionProof,
      /** A signed checkpoint of the size of the proof. */
      checkpoint: z.string(),
      keys: z.array(LedgerKey),
    })
    .nullable(),
  /** The first one whose tree has the entry; null while there is none. */
  anchor: CertificateAnchor.nullable(),
})
export type CertificateRecord = z.infer<typeof CertificateRecord>
