import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { engines, indexStates, submissionFaults } from '#features/seo/submission/contract.ts'
import { languages } from '#shared/languages.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { text } from '#shared/text.ts'
import { CalendarDay } from '#shared/time/periods.ts'

/** Why Google is asked nothing. `foreign_property`: the property in the settings does not hold the addresses of the site. */
export const searchConsoleObstacles = ['not_public', 'not_configured', 'foreign_property'] as const
export type SearchConsoleObstacle = (typeof searchConsoleObstacles)[number]

/** Why Google is left alone for a while: its quota is used, it has failed, or it does not let us in. */
export const pauses = ['quota', 'failure', 'refused'] as const
export type Pause = (typeof pauses)[number]

/** A question that Google has not answered as hoped. */
export const GoogleFailure = z.object({
  at: z.iso.datetime(),
  /** The HTTP status; null when there was no answer. */
  status: z
    .int()
    .nullable()
    .meta({ examples: [403] }),
  fault: z.enum(submissionFaults).meta({ examples: ['status'] }),
  /** Google's own sentence, or the beginning of what it said. */
  answer: z
    .string()
    .meta({ examples: ["User does not have sufficient permission for site 'https://example.org/'."] }),
})
export type GoogleFailure = z.infer<typeof GoogleFailure>

/** What is known of the site in Google, and when Google is asked next. */
export const SearchConsoleOverview = z.object({
  obstacle: z.enum(searchConsoleObstacles).nullable(),
  /** The property in Search Console that is asked about. */
  property: z.string().meta({ examples: ['sc-domain:example.org'] }),
  inspections: z.object({
    /** How many addresses the site has, by what Google last said of them. */
    addresses: z.int(),
    by_state: z.array(z.object({ state: z.enum(indexStates), addresses: z.int() })),
    /** The reasons in Google's words, the most frequent first. */
    reasons: z.array(z.object({ words: z.string(), state: z.enum(indexStates), addresses: z.int() })),
    /** How often Google was asked today, by its own calendar, and how often it is asked by itself at most. */
    asked_today: z.int(),
    daily_budget: z.int(),
    pause: z.enum(pauses).nullable(),
    paused_until: z.iso.datetime().nullable(),
    failure: GoogleFailure.nullable(),
  }),
  figures: z.object({
    /** The days of which there are figures. */
    first_day: CalendarDay.nullable(),
    last_day: CalendarDay.nullable(),
    /** Of how many of them the pages and queries are still to be fetched. */
    days_missing: z.int(),
    fetched_at: z.iso.datetime().nullable(),
    /** When they are fetched next; null while nothing can be. */
    next_at: z.iso.datetime().nullable(),
    is_fetching: z.boolean(),
    failure: GoogleFailure.nullable(),
  }),
})
export type SearchConsoleOverview = z.infer<typeof SearchConsoleOverview>

export const verdicts = ['VERDICT_UNSPECIFIED', 'PASS', 'PARTIAL', 'FAIL', 'NEUTRAL'] as const
export type Verdict = (typeof verdicts)[number]

/** What Google knows of an address, as it last said it. */
export const Inspection = z.object({
  address: z.string().meta({ examples: ['https://example.org/es/about'] }),
  language: z.enum(languages),
  state: z.enum(indexStates),
  verdict: z.enum(verdicts).nullable(),
  /** Why it is indexed or not, in Google's words. */
  words: z.string().meta({ examples: ['Submitted and indexed'] }),
  /** Whether robots.txt and the page allow it, and what came of the last visit: values of Google's interface. */
  robots_state: z.string().meta({ examples: ['ALLOWED'] }),
  indexing_state: z.string().meta({ examples: ['INDEXING_ALLOWED'] }),
  fetch_state: z.string().meta({ examples: ['SUCCESSFUL'] }),
  crawled_at: z.iso.datetime().nullable(),
  google_canonical: z
    .string()
    .nullable()
    .meta({ examples: ['https://example.org/es/about'] }),
  own_canonical: z
    .string()
    .nullable()
    .meta({ examples: ['https://example.org/es/about'] }),
  /** Where Search Console shows it. */
  link: z
    .string()
    .nullable()
    .meta({ examples: ['https://search.google.com/search-console/inspect'] }),
  changed_at: z.iso.datetime().nullable(),
  inspected_at: z.iso.datetime().nullable(),
  /** Somebody waits for the answer. */
  is_wanted: z.boolean(),
  /** Why the last question was not answered. */
  failure: GoogleFailure.nullable(),
  /** Which engines have accepted the address, and when: that does not mean that it is indexed. */
  accepted: z.array(z.object({ engine: z.enum(engines), at: z.iso.datetime() })),
  /** The verdicts before, newest first. */
  history: z.array(z.object({ at: z.iso.datetime(), state: z.enum(indexStates), words: z.string() })),
  /** What the check of the site's own pages has found on it; null where there is nothing. */
  findings: z.object({ path: z.string().meta({ examples: ['/about'] }), count: z.int() }).nullable(),
})
export type Inspection = z.infer<typeof Inspection>

export const InspectionQuery = z.object({
  ...pageQuery,
  state: z.enum(indexStates, 'invalid').optional(),
  language: z.enum(languages, 'invalid').optional(),
  /** The reason in Google's words. */
  words: text(500).optional(),
  /** A part of the address. */
  search: text(200).optional(),
})
export type InspectionQuery = z.infer<typeof InspectionQuery>

/** The address that Google is to be asked about. */
export const InspectionOrder = z.object({
  address: z
    .string('required')
    .min(1, 'required')
    .max(2_000, 'too_long')
    .regex(/^[^\0]*$/, 'invalid')
    .meta({ examples: ['https://example.org/es/about'] }),
})

/** The periods of figures, in days: whole weeks, as searches follow the week. */
export const figurePeriods = [7, 28, 90] as const
export type FigurePeriod = (typeof figurePeriods)[number]

export const FigureQuery = z.object({
  days: z.coerce.number('invalid').pipe(z.literal(figurePeriods, 'invalid')).default(28),
})

const counts = {
  clicks: z.int(),
  impressions: z.int(),
  /** Clicks per hundred impressions. */
  click_rate: z.number().meta({ examples: [3.25] }),
  /** The mean place among the results, from 1 on; null without impressions. */
  position: z
    .number()
    .nullable()
    .meta({ examples: [8.4] }),
}
const SearchCounts = z.object(counts)
export type SearchCounts = z.infer<typeof SearchCounts>

const Day = z.object({ day: CalendarDay, clicks: z.int(), impressions: z.int() })

/** How the site was found by Google in a period that ends with the last day that Google has finished, against the one before. */
export const SearchFigures = z.object({
  from: CalendarDay,
  to: CalendarDay,
  totals: SearchCounts,
  /** Null when there are no figures of the whole period before. */
  before: SearchCounts.nullable(),
  days: z.array(Day),
  days_before: z.array(Day),
  /** What people searched for. Google leaves out what few have searched for. */
  queries: z.array(z.object({ query: z.string(), ...counts })),
  pages: z.array(
    z.object({
      page: z.string().meta({ examples: ['https://example.org/es/about'] }),
      language: z.enum(languages).nullable(),
      ...counts,
    }),
  ),
})
export type SearchFigures = z.infer<typeof SearchFigures>

/** Google was asked about an address, or figures were fetched. */
export const searchConsoleChanged: LiveTopic = { name: 'search_console', permission: seoPermissions.read }
