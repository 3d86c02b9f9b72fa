import { z } from 'zod'
import { FilterCountry, Kind, MailStep, Segment } from '#features/early-adopters/contract.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { hasEmailAddress } from '#shared/email-address.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { nameText, text } from '#shared/text.ts'
import { CalendarDay } from '#shared/time/periods.ts'

/** How many filters can be saved in all. */
export const mostSavedFilters = 100
/** How long their names can be, in characters. */
export const longestFilterName = 80

/**
 * What a saved filter narrows the list by: at least one thing. A whole e-mail address is refused: viewers, who may not
 * read addresses, read saved filters, and one would outlive the person's erasure.
 */
export const LeadFilter = z
  .strictObject(
    {
      search: text(200)
        .min(1, 'required')
        .refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'control_characters')
        .refine((value) => !hasEmailAddress(value), 'address_not_saved')
        .optional(),
      segment: Segment.optional(),
      badge: z.enum(badgeTypes, 'invalid').optional(),
      has_badge: z.boolean('invalid').optional(),
      language: LanguageCode.optional(),
      kind: Kind.optional(),
      tag: z.uuid('invalid').optional(),
      country: FilterCountry.optional(),
      registered_from: CalendarDay.optional(),
      registered_to: CalendarDay.optional(),
      step: MailStep.optional(),
    },
    'invalid',
  )
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), 'required')
  .refine(({ badge, has_badge }) => badge === undefined || has_badge === undefined, 'invalid')
  .meta({ examples: [{ segment: 'business', language: 'es' }] })
export type LeadFilter = z.infer<typeof LeadFilter>

/** A filter as the team saves it. Names are unique without case and accents. */
export const SavedFilterDraft = z.object({
  name: nameText(longestFilterName)
    .min(1, 'required')
    .meta({ examples: ['Businesses in Spanish'] }),
  filter: LeadFilter,
})
export type SavedFilterDraft = z.infer<typeof SavedFilterDraft>

/** A new name, other filters, or both; what is left out stays. */
export const SavedFilterChange = SavedFilterDraft.partial()
export type SavedFilterChange = z.infer<typeof SavedFilterChange>

/** A saved filter. */
export const SavedFilter = z.object({
  id: z.uuid(),
  name: z.string(),
  filter: LeadFilter,
  /** The name of the user who saved it; null for a deleted one. */
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type SavedFilter = z.infer<typeof SavedFilter>
