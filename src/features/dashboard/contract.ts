import { z } from 'zod'
import { segments } from '#shared/segments.ts'

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
