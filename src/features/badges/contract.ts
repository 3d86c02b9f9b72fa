import { z } from 'zod'
import { ledgerSteps } from '#features/badges/sample/model.ts'
import { BadgeType } from '#shared/badge-types.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { segments } from '#shared/segments.ts'
import { nameText, text, visibleText } from '#shared/text.ts'

const leadId = z.uuid('lead_unknown').toLowerCase()

/** The request to award a badge to a lead. */
export const Award = z.object({ lead_id: leadId, badge_type: BadgeType })
export type Award = z.infer<typeof Award>

/** An award. Once its holder is erased, it contains nothing about them. */
export const Badge = z.object({
  id: z.uuid(),
  lead_id: z.uuid().nullable(),
  badge_type: BadgeType,
  awarded_at: z.iso.datetime(),
  /** The user who awarded it. */
  awarded_by: z.uuid().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  revoke_reason: z.string().nullable(),
  erased_at: z.iso.datetime().nullable(),
  /** Its public page. */
  url: z.url(),
})
export type Badge = z.infer<typeof Badge>

/** The same in the list of all, with the name of its holder. */
export const AwardedBadge = Badge.extend({
  lead: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type AwardedBadge = z.infer<typeof AwardedBadge>

/** Which awards to list. */
export const AwardedBadgeQuery = z.object({
  badge_type: BadgeType.optional(),
  state: z.enum(['held', 'revoked', 'erased'], 'invalid').optional(),
  /** Words that the holder's name, organisation or address must contain. */
  search: text(200).optional(),
  ...pageQuery,
})
export type AwardedBadgeQuery = z.infer<typeof AwardedBadgeQuery>

export const Revocation = z.object({ reason: visibleText(500) })
export type Revocation = z.infer<typeof Revocation>

/** The name and the description of a badge in a language. */
export const BadgeText = z.object({
  name: nameText(80)
    .min(1, 'required')
    .meta({ examples: ['Pioneer'] }),
  description: text(500).min(1, 'required'),
  criteria: text(2000).min(1, 'required'),
})
export type BadgeText = z.infer<typeof BadgeText>

/** A badge as the team sees it. */
export const BadgeDescription = BadgeText.extend({
  type: BadgeType,
  language: LanguageCode,
  /** The address of its seal as SVG. */
  icon: z.string(),
  /** How many hold it now. */
  holders: z.number().int(),
  /** When the team replaced the built-in text; null while it has not. */
  edited_at: z.iso.datetime().nullable(),
})
export type BadgeDescription = z.infer<typeof BadgeDescription>

export const BadgeTypesQuery = z.object({ language: LanguageCode.optional() })

/** The request for a bulk award: to named leads or to all leads of a segment. */
export const BulkAward = z
  .object({
    lead_ids: z.array(leadId, 'required').min(1, 'required').max(5000, 'too_long').optional(),
    segment: z.enum(segments, 'segment_required').optional(),
    badge_type: BadgeType,
  })
  .refine(({ lead_ids, segment }) => (lead_ids === undefined) !== (segment === undefined), {
    error: 'leads_or_segment',
    path: ['lead_ids'],
  })
  .meta({ examples: [{ segment: 'developer', badge_type: 'pioneer' }] })
export type BulkAward = z.infer<typeof BulkAward>

/**
 * The progress of a bulk award. `missing` counts leads that do not exist (any more). If it was stopped, the leads in
 * `total` beyond the sum of the outcomes were not processed.
 */
export const BulkAwardProgress = z.object({
  id: z.uuid(),
  badge_type: BadgeType,
  segment: z.enum(segments).nullable(),
  status: z.enum(['running', 'done', 'stopped']),
  total: z.number().int(),
  awarded: z.number().int(),
  already: z.number().int(),
  missing: z.number().int(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
export type BulkAwardProgress = z.infer<typeof BulkAwardProgress>

/** The public half of a key that credentials are signed with. */
export const SigningKey = z.object({
  /** The verification method, as proofs name it. */
  id: z.string().meta({ examples: ['did:web:example.org#key-1'] }),
  public_key_multibase: z.string(),
  created_at: z.iso.datetime(),
  /** When it was retired; null while it signs. */
  retired_at: z.iso.datetime().nullable(),
  /** The environment of the server fixes it: it cannot be rotated. */
  is_fixed: z.boolean(),
})
export type SigningKey = z.infer<typeof SigningKey>

const context = z.array(z.string()).meta({ examples: [['https://www.w3.org/ns/credentials/v2']] })
const did = z.string().meta({ examples: ['did:web:example.org'] })
/** A Data Integrity proof. */
const proofOf = (cryptosuite: string) =>
  z.looseObject({
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal(cryptosuite),
    created: z.iso.datetime(),
    verificationMethod: z.string().meta({ examples: ['did:web:example.org#key-1'] }),
    proofPurpose: z.literal('assertionMethod'),
    proofValue: z.string().meta({
      examples: ['z3FXQjecWufY46yg5abdVZsXqLhxhueuSoZgNSARiKBk9czhSePTFehP8c3PGfb6a22gkfUKods5D2UAUL5n2Brbx'],
    }),
  })
const Proof = proofOf('eddsa-rdfc-2022')

/** The keys of the issuer (DID 1.0, method did:web). */
export const DidDocument = z.looseObject({
  '@context': context,
  id: did,
  verificationMethod: z.array(
    z.object({
      id: z.string().meta({ examples: ['did:web:example.org#key-1'] }),
      type: z.literal('Multikey'),
      controller: did,
      publicKeyMultibase: z.string().meta({ examples: ['z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'] }),
    }),
  ),
  assertionMethod: z.array(z.string().meta({ examples: ['did:web:example.org#key-1'] })),
})

/** An achievement in one language (Open Badges 3.0). */
const Achievement = z.looseObject({
  id: z.url(),
  type: z.array(z.string().meta({ examples: ['Achievement'] })),
  inLanguage: LanguageCode,
  name: z.string().meta({ examples: ['Pioneer'] }),
  description: z.string().meta({ examples: ['Among the first in the programme'] }),
  criteria: z.object({ narrative: z.string().meta({ examples: ['Registered during the beta'] }) }),
  image: z.looseObject({ id: z.url() }).optional(),
})
export const AchievementDocument = Achievement.extend({ '@context': context })

/** A badge as a signed credential (Open Badges 3.0). Its holder is named by a salted hash of their address only. */
export const VerifiableCredential = z.looseObject({
  '@context': context,
  id: z.url(),
  type: z.array(z.string().meta({ examples: ['VerifiableCredential'] })),
  name: z.string().meta({ examples: ['Pioneer'] }),
  issuer: z.looseObject({ id: did }),
  validFrom: z.iso.datetime(),
  awardedDate: z.iso.datetime(),
  credentialSubject: z.looseObject({ achievement: Achievement }),
  credentialStatus: z.looseObject({
    type: z.literal('BitstringStatusListEntry'),
    statusListIndex: z.string().meta({ examples: ['94567'] }),
    statusListCredential: z.url(),
  }),
  proof: Proof,
})

/** A status list as a signed credential (Bitstring Status List 1.0). */
export const StatusList = z.looseObject({
  '@context': context,
  id: z.url(),
  type: z.array(z.string().meta({ examples: ['BitstringStatusListCredential'] })),
  issuer: did,
  validFrom: z.iso.datetime(),
  credentialSubject: z.looseObject({
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.literal('revocation'),
    encodedList: z
      .string()
      .meta({ examples: ['uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA'] }),
  }),
  proof: Proof,
})

/** The sample ledger of public spending: each entry has the SHA-256 of the one before and a proof of its own. */
export const LedgerDocument = z.object({
  id: z.url(),
  issuer: did,
  note: z.string().meta({ examples: ['A sample: no institution made these entries.'] }),
  entries: z.array(
    z.object({
      ledger: z.url(),
      position: z.number().int(),
      step: z.enum(ledgerSteps),
      amount: z.string().meta({ examples: ['120000'] }),
      currency: z.literal('EUR'),
      date: z.iso.date(),
      previous: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
      proof: proofOf('eddsa-jcs-2022'),
    }),
  ),
})

/** The data of the public page of an award. */
export interface BadgePage {
  id: string
  type: BadgeType
  name: string
  description: string
  criteria: string
  /** The name of its holder. */
  holder: string
  awardedAt: string
  revokedAt: string | null
  revokeReason: string | null
  /** The did of its issuer. */
  issuer: string
  /** Addresses from the root of the site. */
  credentialPath: string
  pngPath: string
  svgPath: string
}

declare module '#site/contract.ts' {
  interface PersonalPages {
    badge: BadgePage
  }
}
