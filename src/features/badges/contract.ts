import { z } from 'zod'
import { BadgeType } from '#shared/badge-types.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { segments } from '#shared/segments.ts'
import { nameText, text } from '#shared/text.ts'

const leadId = z.uuid('lead_unknown').toLowerCase()

/** What the team sends to give a lead a badge. */
export const Award = z.object({ lead_id: leadId, badge_type: BadgeType })
export type Award = z.infer<typeof Award>

/** A badge that was awarded. Once its holder is erased, it says nothing of them. */
export const Badge = z.object({
  id: z.uuid(),
  lead_id: z.uuid().nullable(),
  badge_type: BadgeType,
  awarded_at: z.iso.datetime(),
  /** Who of the team awarded it. */
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
  ...pageQuery,
})
export type AwardedBadgeQuery = z.infer<typeof AwardedBadgeQuery>

export const Revocation = z.object({ reason: text(500).min(1, 'required') })
export type Revocation = z.infer<typeof Revocation>

/** What a badge is called and for, in a language. */
export const BadgeText = z.object({
  name: nameText(80).min(1, 'required'),
  description: text(500).min(1, 'required'),
  criteria: text(2000).min(1, 'required'),
})
export type BadgeText = z.infer<typeof BadgeText>

/** A badge as the team reads of it. */
export const BadgeDescription = BadgeText.extend({
  type: BadgeType,
  language: LanguageCode,
  /** Where its seal is drawn, as SVG. */
  icon: z.string(),
  /** How many hold it now. */
  holders: z.number().int(),
  /** When the team put words of its own in place of the built-in ones; none while it has not. */
  edited_at: z.iso.datetime().nullable(),
})
export type BadgeDescription = z.infer<typeof BadgeDescription>

export const BadgeTypesQuery = z.object({ language: LanguageCode.optional() })

/** Many awards at once: to the leads that are named or to all of a segment. */
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
export type BulkAward = z.infer<typeof BulkAward>

/**
 * How far a bulk award has come. `missing` are leads that are not there, or no longer. Of one that was stopped, what
 * `total` has beyond the outcomes did not happen.
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
  id: z.string(),
  public_key_multibase: z.string(),
  created_at: z.iso.datetime(),
  /** Since when it signs nothing new. */
  retired_at: z.iso.datetime().nullable(),
})
export type SigningKey = z.infer<typeof SigningKey>

/** All that the public page of an award shows. */
export interface BadgePage {
  id: string
  type: BadgeType
  name: string
  description: string
  criteria: string
  /** The name of who earned it. */
  holder: string
  awardedAt: string
  revokedAt: string | null
  revokeReason: string | null
  /** The did of who issued it. */
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
