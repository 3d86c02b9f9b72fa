/** Whom the early-adopter programme is for. The first one is the form's default. */
export const segments = ['developer', 'business', 'academic', 'ngo_gov'] as const
export type Segment = (typeof segments)[number]

/** What an early adopter may be interested in. */
export const interests = ['identity', 'transparency', 'industrial'] as const
export type Interest = (typeof interests)[number]
