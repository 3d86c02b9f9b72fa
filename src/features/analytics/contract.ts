import { z } from 'zod'
import type { LiveTopic } from '#shared/live/topic.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { isCountry, unknownCountry } from '#shared/regions.ts'
import { text } from '#shared/text.ts'
import { CalendarDay, isPeriod, periodFault, periodFields } from '#shared/time/periods.ts'
import { analyticsPermissions } from './permissions.ts'

export const devices = ['desktop', 'mobile', 'tablet'] as const
export type Device = (typeof devices)[number]

/** A view of a public page, as the page itself reports it. */
export const PageView = z.object({
  /** Made by the browser, so that a report that arrives twice counts once. */
  id: z.uuid('invalid').optional(),
  /** The path of the page without its language. */
  page: text(200).meta({ examples: ['/about'] }),
  language: LanguageCode,
  /** The address of the page that linked to it; empty when the browser does not say. */
  referrer: z.string('required').max(8000, 'too_long').default(''),
  /** The query of its address, with the `utm` parameters of a campaign. */
  query: z.string('required').max(8000, 'too_long').default(''),
})
export type PageView = z.infer<typeof PageView>

/**
 * A moment that a program reports; now when there is none. Later than now, or longer ago than two days, it is refused
 * (`listRefusals`).
 */
const reportedAt = z.iso.datetime({ offset: true, error: 'invalid' }).optional()

/** A view that a program reports. */
export const ReportedView = PageView.extend({ id: z.uuid('invalid'), at: reportedAt })
export type ReportedView = z.infer<typeof ReportedView>

/** Something that a visitor did on a public page. */
export const ReportedEvent = z.object({
  /** Made by the reporter, so that a report that arrives twice counts once. */
  id: z.uuid('invalid'),
  name: text(50)
    .regex(/^[a-z][a-z0-9_-]*$/, 'event_name_invalid')
    .meta({ examples: ['download'] }),
  /** What it was done with, such as the path of a file. */
  value: text(200).default(''),
  page: text(200).meta({ examples: ['/about'] }),
  language: LanguageCode,
  at: reportedAt,
})
export type ReportedEvent = z.infer<typeof ReportedEvent>

const mostReports = 100

/** Reports of one kind, each of which is taken or refused by itself. */
const reportsOf = (report: z.ZodType) => {
  const { $schema: _, ...described } = z.toJSONSchema(report, { io: 'input' })
  return z.object({
    events: z.array(z.unknown().meta(described), 'required').min(1, 'required').max(mostReports, 'too_many'),
  })
}
export const ViewReports = reportsOf(ReportedView)
export const EventReports = reportsOf(ReportedEvent)

/** How many reports are stored, and why each of the others is not. */
export const TakenReports = z.object({
  accepted: z.number().int(),
  refused: z.array(
    z.object({
      /** The place of the report among those sent, counted from 0. */
      index: z.number().int(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
})
export type TakenReports = z.infer<typeof TakenReports>

/** How a page did in a browser, as the Web Vitals define it: largest contentful paint, interaction to next paint, layout shift. */
export const measures = ['lcp', 'inp', 'cls'] as const
export type Measure = (typeof measures)[number]
/** How long a page was in view: until it was first hidden or left, and whenever it was in view again. */
export const timesInView = ['in_view', 'in_view_again'] as const
/** All that pages report in numbers. */
export type Timed = Measure | (typeof timesInView)[number]
const milliseconds = z.number('invalid').min(0, 'invalid').max(600_000, 'invalid').optional()
// A page that somebody has left open says little.
const timeInView = z.number('invalid').min(0, 'invalid').max(1_800_000, 'invalid').optional()

/** The timings of one view, as the page reports them when it is hidden or left. */
export const PageTimings = z.object({
  page: text(200).meta({ examples: ['/about'] }),
  language: LanguageCode,
  lcp: milliseconds,
  inp: milliseconds,
  cls: z.number('invalid').min(0, 'invalid').max(1000, 'invalid').optional(),
  in_view: timeInView,
  in_view_again: timeInView,
})
export type PageTimings = z.infer<typeof PageTimings>

/** What views and visits are counted by. */
export const dimensions = [
  ...(['page', 'entry', 'source', 'language', 'device', 'country'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
]
export const Dimension = z.enum(dimensions, 'invalid')
export type Dimension = z.infer<typeof Dimension>

/** The answer to a view that is stored. */
export const TakenView = z.object({ status: z.literal('accepted') })

/** A value that figures are narrowed to. An empty one stands for what is not known, or for no source. */
const madeUp = z
  .string('invalid')
  .max(300, 'too_long')
  .refine((value) => !/\p{Cc}/u.test(value), 'invalid')
  .optional()
const page = z
  .string('invalid')
  .max(200, 'too_long')
  .refine((path) => /^\/\P{Cc}*$/u.test(path), 'invalid')
  .meta({ examples: ['/about'] })
  .optional()
const country = z
  .string('invalid')
  .refine((code) => code === unknownCountry || isCountry(code), 'invalid')
  .meta({ examples: ['ES'] })
  .optional()
const speedFilters = { page, device: z.enum(devices, 'invalid').optional() }
const eventFilters = { ...speedFilters, language: LanguageCode.optional(), country }
/** The values that visits can be narrowed to. */
export const visitFilters = {
  ...eventFilters,
  ...{ entry: page, source: madeUp },
  ...{ utm_source: madeUp, utm_medium: madeUp, utm_campaign: madeUp, utm_term: madeUp, utm_content: madeUp },
} satisfies Record<Dimension, z.ZodType>

/** By what visits are narrowed: those with all of these values. */
export type VisitFilters = { [dimension in Dimension]?: string | undefined }
export type ListedFilters = Pick<VisitFilters, ListedDimension>

/** The dimensions with a list of their own, whose values the screens can be narrowed to. */
export const listedDimensions = [
  ...(['page', 'entry', 'source', 'country', 'language', 'device'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign'] as const),
] satisfies readonly Dimension[]
export type ListedDimension = (typeof listedDimensions)[number]

/** Which figures of visits: their period, and the values that they are narrowed to. */
export const VisitQuery = z.object({ ...periodFields, ...visitFilters }).refine(isPeriod, periodFault)
export type VisitQuery = z.infer<typeof VisitQuery>
export const EventQuery = z.object({ ...periodFields, ...eventFilters }).refine(isPeriod, periodFault)
export type EventQuery = z.infer<typeof EventQuery>
export const SpeedQuery = z.object({ ...periodFields, ...speedFilters }).refine(isPeriod, periodFault)
export type SpeedQuery = z.infer<typeof SpeedQuery>

const count = z.number().int()
const Measured = z.object({
  /** The value that three of four views do not exceed: milliseconds, for `cls` as it is. */
  p75: z.number(),
  views: count,
  /** The percentage of views whose value is good, by the limits of the Web Vitals. */
  good: z.number(),
})
const Measurements = z.partialRecord(z.enum(measures), Measured)
export type Measurements = z.infer<typeof Measurements>
/** How fast the public pages were in browsers, in a period. */
export const SpeedFigures = z.object({
  total: Measurements,
  devices: z.partialRecord(z.enum(devices), Measurements),
  pages: z.array(z.object({ page: z.string(), measurements: Measurements })),
})
export type SpeedFigures = z.infer<typeof SpeedFigures>

const Happened = z.object({
  name: z.string(),
  times: count,
  /** In how many visits, those without a hash left out. */
  visits: count,
})
/** What visitors did in a period, and which goals they reached, the most frequent first. */
export const EventFigures = z.object({
  /** With up to ten values each. */
  events: z.array(Happened.extend({ values: z.array(z.object({ value: z.string(), times: count })) })),
  conversions: z.array(Happened),
})
export type EventFigures = z.infer<typeof EventFigures>

/** Visits are visitors of one day: somebody who comes on two days is counted twice. */
const Traffic = z.object({ visits: count, views: count })

/** How often a page was viewed, and in how many visits. */
export interface PageCount {
  page: string
  views: number
  visits: number
}

/** The figures of the pages below a path. Times are in seconds, null where none is known. */
export interface SectionFigures {
  days: { day: string; views: number; visits: number }[]
  pages: (PageCount & { secondsInView: number | null })[]
  secondsInView: number | null
}

/** The minutes for which somebody counts as being on the site after their last view. */
export const liveMinutes = 5

export const botRuleStatuses = ['applying', 'active', 'undoing'] as const
/** The most rules at the same time. */
export const mostBotRules = 50
/** Which visits are bots: those that have all of these values. */
export const NewBotRule = z
  .object({
    filters: z.strictObject(visitFilters),
    /** Without it, the rule is for all days before. */
    from: CalendarDay.optional(),
    /** Without it, the rule is for what is to come, too. */
    to: CalendarDay.optional(),
  })
  .refine(({ filters }) => Object.values(filters).some((value) => value !== undefined), {
    error: 'bot_rule_empty',
    path: ['filters'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'bot_rule_reversed',
    path: ['to'],
  })
export type NewBotRule = z.infer<typeof NewBotRule>

export const BotRule = z.object({
  id: z.uuid(),
  filters: z.object(visitFilters),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** While it is applied or undone, its visits and views change. */
  status: z.enum(botRuleStatuses),
  visits: count,
  views: count,
  /** Null when the author is gone. */
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type BotRule = z.infer<typeof BotRule>
export const BotRules = z.object({ rules: z.array(BotRule).max(mostBotRules) })
export type BotRules = z.infer<typeof BotRules>
/** A rule was made, applied or undone. */
export const botRulesChanged: LiveTopic = { name: 'bot-rules', permission: analyticsPermissions.readBotRules }

/** Who is on the site now: those who viewed a page within the last minutes, by the page that they viewed last. */
export const LiveVisitors = z.object({
  visitors: count,
  /** Up to ten pages. */
  pages: z.array(z.object({ page: z.string(), visitors: count })),
})
export type LiveVisitors = z.infer<typeof LiveVisitors>
/** Views have been counted. */
export const visitsChanged: LiveTopic = { name: 'visits', permission: analyticsPermissions.read }

/** The visits of a period, day by day and by the commonest values of each dimension. */
export const VisitFigures = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: Traffic,
  /** Views by programs that say what they are, which are in no other figure. */
  bot_views: count,
  days: z.array(Traffic.extend({ day: z.iso.date() })),
  /** Up to ten values of each dimension. An empty value stands for what is not known, or for no source. */
  top: z.partialRecord(Dimension, z.array(Traffic.extend({ value: z.string() }))),
  /** The time zone of the days. */
  time_zone: z.string(),
  last_updated: z.iso.datetime(),
})
export type VisitFigures = z.infer<typeof VisitFigures>
