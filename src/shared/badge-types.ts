import { z } from 'zod'

/** The badges, in the order in which a lead may earn them. */
export const badgeTypes = ['pioneer', 'innovator', 'contributor', 'visionary'] as const
export const BadgeType = z.enum(badgeTypes, 'badge_type_unknown')
export type BadgeType = z.infer<typeof BadgeType>
