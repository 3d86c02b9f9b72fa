/** Whom the early-adopter programme is for (seed A §1). The first one is the form's default (seed A §5). */
export const segments = ['developer', 'business', 'academic', 'ngo_gov'] as const
export type Segment = (typeof segments)[number]

/** What an early adopter may be interested in (seed A §3). */
export const interests = ['identity', 'transparency', 'industrial'] as const
export type Interest = (typeof interests)[number]
