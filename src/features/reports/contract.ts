import { z } from 'zod'
import { visitFilters } from '#features/analytics/contract.ts'
import { nameText } from '#shared/text.ts'
import { cadences } from './model.ts'

/** The most links that work at the same time. */
export const mostLinks = 100
/** How many days a link may last. */
export const linkDays = [1, 7, 30, 90] as const

/** `blocked`: whoever made it may no longer share figures, so that it does not work. */
const linkStates = ['active', 'blocked', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

/** A link with which anybody reads the figures of the dashboard, until it ends. */
export const SharedLink = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(linkStates),
  created_at: z.iso.datetime(),
  created_by: z.object({ id: z.uuid(), name: z.string() }),
  expires_at: z.iso.datetime(),
  /** When its figures were last read, to the minute. */
  last_used_at: z.iso.datetime().nullable(),
})
export type SharedLink = z.infer<typeof SharedLink>

export const LinkDraft = z
  .object({
    /** For the team, and shown to its readers. */
    name: nameText(100).pipe(z.string().min(1, 'required')),
    days: z.literal(linkDays, 'invalid'),
  })
  .meta({ examples: [{ name: 'Monthly meeting', days: 30 }] })
export type LinkDraft = z.infer<typeof LinkDraft>

/** A new link with its token, which is told this once. */
export const NewLink = z.object({ link: SharedLink, token: z.string() })
export type NewLink = z.infer<typeof NewLink>

/** What the reader of a link is told about it. */
export const OpenLink = SharedLink.pick({ name: true, expires_at: true })
export type OpenLink = z.infer<typeof OpenLink>

/** The most reports that one user has sent to them. */
export const mostReportMails = 10

/** The values that the figures of a report are narrowed to: those of the dashboard's lists. None of them, for all visits. */
const ReportFilters = z.strictObject(visitFilters).omit({ utm_term: true, utm_content: true })

/** What is sent, and how often. */
export const NewReportMail = z
  .object({ cadence: z.enum(cadences, 'invalid'), filters: ReportFilters })
  .meta({ examples: [{ cadence: 'weekly', filters: { country: 'ES' } }] })
export type NewReportMail = z.infer<typeof NewReportMail>

/** A report that a user has sent to their own address. */
export const ReportMail = z.object({
  id: z.uuid(),
  cadence: z.enum(cadences),
  filters: ReportFilters,
  /** When the next one is sent. */
  due_at: z.iso.datetime(),
})
export type ReportMail = z.infer<typeof ReportMail>

export const ReportMails = z.object({
  reports: z.array(ReportMail),
  /** The address of the user; null when they have none that is confirmed. */
  email: z.string().nullable(),
  /** Whether mails can be sent at all. */
  can_send: z.boolean(),
})
export type ReportMails = z.infer<typeof ReportMails>
