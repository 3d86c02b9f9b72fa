import { z } from 'zod'
import { hasEmailAddress } from '#shared/email-address.ts'
import { mostTags } from '#shared/tag-limits.ts'
import { nameText } from '#shared/text.ts'
import { splitTagNames, tagSeparator } from './model.ts'

/** How many tags a lead can have. */
export const mostTagsOfLead = 20
/** How many leads can be tagged at once. */
export const mostTaggedAtOnce = 5_000
/** How long a tag can be, in characters. */
export const longestTag = 40

/** The name of a tag. A whole e-mail address is refused: viewers, who may not read addresses, read tags. */
export const TagName = nameText(longestTag)
  .min(1, 'required')
  .refine((name) => !tagSeparator.test(name), 'tag_separator')
  .refine((name) => !hasEmailAddress(name), 'tag_address')
  .meta({ examples: ['Trade fair'] })

/** The names of the tags of one lead. */
export const TagNames = z.array(TagName, 'invalid').max(mostTagsOfLead, 'too_many_tags')

/** The names of tags in a text, between which a `tagSeparator` stands. */
export const TagList = z.string('invalid').max(1000, 'too_long').transform(splitTagNames).pipe(TagNames)

/** A tag as a lead has it. */
export const LeadTag = z.object({ id: z.uuid(), name: z.string() })
export type LeadTag = z.infer<typeof LeadTag>

/** A tag of the list of tags. */
export const Tag = LeadTag.extend({
  /** How many leads have it. */
  people: z.number().int(),
  /** The tags that were merged into it; filters that name them mean it. */
  merged_ids: z.array(z.uuid()),
})
export type Tag = z.infer<typeof Tag>

export const TagChange = z.object({ name: TagName })
export const TagMerge = z.object({ into: z.uuid('invalid') })

/** Which tags some leads get, by name, and which they lose. A name that no tag has yet becomes one. */
export const Tagging = z.object({
  lead_ids: z.array(z.uuid('invalid'), 'required').min(1, 'required').max(mostTaggedAtOnce, 'too_long'),
  add: TagNames.default([]),
  remove: z.array(z.uuid('invalid'), 'invalid').max(mostTags, 'too_long').default([]),
})
export type Tagging = z.infer<typeof Tagging>

/** How many leads there were, and how many of the given ones no longer exist. */
export const TaggingResult = z.object({ tagged: z.number().int(), missing: z.number().int() })
export type TaggingResult = z.infer<typeof TaggingResult>
