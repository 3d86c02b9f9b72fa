import { z } from 'zod'
import { FilterCountry } from '#features/early-adopters/contract.ts'
import { segments } from '#shared/segments.ts'
import { isPeriod, periodFault, periodFields } from '#shared/time/periods.ts'
import { TimelineEvent } from '#shared/time/timeline.ts'

/** Which figures of the dashboard: their period, and the country that they are narrowed to. */
export const DashboardQuery = z
  .object({ ...periodFields, country: FilterCountry.optional() })
  .refine(isPeriod, periodFault)
export type DashboardQuery = z.infer<typeof DashboardQuery>
export const TimelineQuery = z.object(periodFields).refine(isPeriod, periodFault)

const count = z.number().int()
/** A percentage with two decimals; 0 when there is nothing to divide by. */
const rate = z.number()

/** How many registered, and how many of them have activated their signature. */
const Performance = z.object({ registrations: count, activations: count, conversion_rate: rate })
export type Performance = z.infer<typeof Performance>

/** The metrics of the dashboard: those who registered in the period, and how far they have come until now. */
export const DashboardMetrics = z.object({
  summary: z.object({ total_signatures: count, total_leads: count, conversion_rate: rate }),
  segment_performance: z.record(z.enum(segments), Performance),
  /** Every day of the period, in the time zone of the site. */
  timeline: z.object({
    daily: z.record(z.iso.date(), z.object({ register: count, signature_activated: count })),
  }),
  /** By ISO 3166-1 code; `ZZ` for those whose country is not known. */
  geographic: z.record(z.string(), Performance),
  /** Visits are those of the period; every other step counts people who registered in it. */
  funnel: z.object({
    visits: count,
    registrations: count,
    emails_sent: count,
    emails_opened: count,
    links_clicked: count,
    forms_started: count,
    signatures_activated: count,
    conversion_rates: z.object({
      visit_to_register: rate,
      email_open_rate: rate,
      click_through_rate: rate,
      overall_conversion: rate,
    }),
  }),
  last_updated: z.iso.datetime(),
})
export type DashboardMetrics = z.infer<typeof DashboardMetrics>

/** What the team did on the days of a period, for the marks of its time line. */
export const Timeline = z.object({ events: z.array(TimelineEvent.extend({ kind: z.string() })) })
export type Timeline = z.infer<typeof Timeline>

/** The steps of the funnel in their order. All but the visits are steps of people. */
export const funnelSteps = [
  'visits',
  'registrations',
  'emails_sent',
  'emails_opened',
  'links_clicked',
  'forms_started',
  'signatures_activated',
] as const satisfies readonly (keyof DashboardMetrics['funnel'])[]
export type FunnelStep = (typeof funnelSteps)[number]

/** A part of a whole, and the limits within which its rate lies with a confidence of 95 %; null when it is no part of it. */
const Share = z.object({
  ...{ part: count, whole: count, rate },
  interval: z.object({ low: rate, high: rate }).nullable(),
})
export type Share = z.infer<typeof Share>

const Step = z.object({
  step: z.enum(funnelSteps),
  reached: count,
  /** What became of those who reached it. Null for visits, which keep no identity, and for the last step. */
  next: z.object({ went_on: count, under_way: count, lost: count }).nullable(),
  /** How many of them have been erased since. */
  erased: count,
  /** Null for the first step. */
  of_previous: Share.nullable(),
  /** Null for visits and registrations. */
  of_registrations: Share.nullable(),
})

/** How far those have come who registered in the period, step by step. */
export const FunnelFigures = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The time zone of the days. */
  time_zone: z.string(),
  /** How many days a person has for the next step before they count as lost. */
  step_days: count,
  steps: z.array(Step),
  /** How many of those who registered have been erased since. */
  erased: z.object({
    by_segment: z.record(z.enum(segments), count),
    /** By ISO 3166-1 code; `ZZ` for those whose country is not known. */
    by_country: z.record(z.string(), count),
  }),
  last_updated: z.iso.datetime(),
})
export type FunnelFigures = z.infer<typeof FunnelFigures>
