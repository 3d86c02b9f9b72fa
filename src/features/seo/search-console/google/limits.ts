/**
 * How much of Google's quota is used. It answers 2,000 inspections a day and 600 a minute for each property
 * (https://developers.google.com/webmaster-tools/limits, "URL inspection"); half of a day's is left to people and to other programs of
 * the team. For search analytics, what counts beside the number of calls is their load: each asks for one day.
 */
export const inspectionLimits = {
  /** Asked by itself in a day, and in all. */
  budget: 1_000,
  most: 1_900,
  perMinute: 120,
} as const

/** How many rows of one day are fetched of pages and of queries. Google gives at most 25,000 at once. */
export const rowsPerDay = 500
