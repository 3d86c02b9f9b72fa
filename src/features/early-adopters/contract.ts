import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { pageQuery } from '#shared/paging.ts'
import { interests, segments } from '#shared/segments.ts'
import { nameText, text } from '#shared/text.ts'

export const Segment = z.enum(segments, 'segment_required')
export const Interest = z.enum(interests, 'interest_unknown')

// The HTML standard's pattern for <input type=email>, with at least one dot in the domain.
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** What a visitor sends to join (seed A §3, rules of A §5). */
export const Registration = z.object({
  email: z.string('email_invalid').trim().max(254, 'email_invalid').regex(emailPattern, 'email_invalid'),
  name: nameText(200, 'name_required').min(1, 'name_required'),
  company: nameText(200)
    .nullish()
    .transform((company) => company || null),
  segment: Segment,
  interests: z
    .array(Interest, 'interest_unknown')
    .max(interests.length, 'interest_unknown')
    .default([])
    .transform((ids) => [...new Set(ids)]),
  consent: z.literal(true, 'consent_required'),
})
export type Registration = z.infer<typeof Registration>
/** The same before it is read: what a form or a client writes. */
export type RegistrationInput = z.input<typeof Registration>

/** The neutral answer to every accepted registration, whether the address was new or not. */
export const RegistrationResponse = z.object({ status: z.literal('registered'), message: z.string() })
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/** One early adopter in the admin's list (seed A §3). */
export const EarlyAdopter = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  segment: Segment,
  language: z.enum(languages),
  interests: z.array(z.object({ id: Interest, name: z.string() })),
  has_badge: z.boolean(),
  badge_type: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type EarlyAdopter = z.infer<typeof EarlyAdopter>

/** How the list is narrowed and paged. `search` looks in name, e-mail and company, ignoring case and accents. */
export const EarlyAdopterQuery = z.object({
  search: text(200).optional(),
  segment: Segment.optional(),
  has_badge: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  ...pageQuery,
})
export type EarlyAdopterQuery = z.infer<typeof EarlyAdopterQuery>

/** Counts over all early adopters. */
export const EarlyAdopterSummary = z.object({
  total: z.number().int(),
  by_segment: z.record(Segment, z.number().int()),
})
export type EarlyAdopterSummary = z.infer<typeof EarlyAdopterSummary>
