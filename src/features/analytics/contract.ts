import { z } from 'zod'
import { LanguageCode } from '#shared/parameters.ts'
import { text } from '#shared/text.ts'
import { periods } from '#shared/time/periods.ts'

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

/** What views and visits are counted by. */
export const dimensions = [
  ...(['page', 'entry', 'source', 'language', 'device', 'country'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
]
export const Dimension = z.enum(dimensions, 'invalid')
export type Dimension = z.infer<typeof Dimension>

/** The answer to a view that is stored. */
export const TakenView = z.object({ status: z.literal('accepted') })

/** The period of figures; the last thirty days by default. */
export const PeriodQuery = z.object({
  days: z.coerce.number('invalid').pipe(z.literal(periods, 'period_unknown')).default(30),
})
export type PeriodQuery = z.infer<typeof PeriodQuery>

const count = z.number().int()

/** Visits are visitors of one day: somebody who comes on two days is counted twice. */
const Traffic = z.object({ visits: count, views: count })

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
