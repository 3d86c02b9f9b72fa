import { z } from 'zod'
import { MailTextDraft, TemplateTestMail } from '#features/mail/contract.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { type Language, languages } from '#shared/languages.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { pageQuery } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { segments } from '#shared/segments.ts'
import { mostTags } from '#shared/tag-limits.ts'
import { text } from '#shared/text.ts'
import { calendarMoment } from '#shared/time/moments.ts'
import { campaignPermissions } from './permissions.ts'

/** The status of a campaign: `preparing` while the mails to its audience are being prepared. */
export const campaignStatuses = [
  'draft',
  'scheduled',
  'preparing',
  'sending',
  'paused',
  'done',
  'cancelled',
] as const
export const CampaignStatus = z.enum(campaignStatuses)
export type CampaignStatus = z.infer<typeof CampaignStatus>

/** How many leads can be chosen one by one; more are reached by the filters. */
export const mostChosenLeads = 5_000

/** The key in session storage for a selection that is too long for an address. */
export const chosenLeadsKey = 'campaign-leads'

const Moment = calendarMoment('time_invalid')
const line = (max: number) =>
  text(max).refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'control_characters')
const some = <T extends z.ZodType>(item: T, most: number) => z.array(item, 'required').max(most, 'too_long')

/** The badge by which leads are chosen: one that they hold, or `none` for those without any. */
export const badgeChoices = ['none', ...badgeTypes] as const

/**
 * The audience of a campaign. An empty list is no condition; all given conditions must match. Leads who have withdrawn their
 * consent, or whose address is suppressed, are never included. Unknown conditions are refused: without
 * them, the campaign would reach too many.
 */
export const Audience = z.strictObject(
  {
    segments: some(z.enum(segments, 'segment_required'), segments.length).default([]),
    languages: some(LanguageCode, languages.length).default([]),
    /** What they asked for. */
    kinds: some(z.enum(leadKinds, 'invalid'), leadKinds.length).default([]),
    badges: some(z.enum(badgeChoices, 'invalid'), badgeChoices.length).default([]),
    /** The ids of tags, of which they have at least one. */
    tags: some(z.uuid('invalid'), mostTags).default([]),
    search: line(200).default(''),
    /** Leads that were chosen one by one. */
    lead_ids: some(z.uuid('invalid'), mostChosenLeads).default([]),
    /** A campaign whose recipients are left out. */
    except_campaign: z.uuid('invalid').nullable().default(null),
    /** A campaign that they have got and, as far as can be known, not opened. */
    unopened_campaign: z.uuid('invalid').nullable().default(null),
  },
  'invalid',
)
export type Audience = z.infer<typeof Audience>

/**
 * The target of the button: an absolute web address, or a path of this site. Browsers read a backslash as a slash, so
 * that `/\example.org` would lead away.
 */
function isTarget(value: string): boolean {
  if (value === '') return true
  if (/[\s\\{}]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** The text of a campaign in one language. A draft may be half written. */
export const CampaignText = MailTextDraft.extend({
  action_url: line(2000).refine(isTarget, 'link_invalid'),
})
export type CampaignText = z.infer<typeof CampaignText>
export const CampaignTexts = z.partialRecord(LanguageCode, CampaignText)
export type CampaignTexts = z.infer<typeof CampaignTexts>

const exampleName = { examples: ['Invitation to the beta'] }

/** A campaign as the team writes it. */
export const CampaignDraft = z.object({
  name: line(120).min(1, 'required').meta(exampleName),
  audience: Audience,
  texts: CampaignTexts,
  /** Leads without a text in their language get this one. */
  fallback_language: LanguageCode,
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** `updated_at` is that of the campaign as it was read. */
export const CampaignChange = CampaignDraft.extend({ updated_at: Moment })
export type CampaignChange = z.infer<typeof CampaignChange>

/** When and how fast a campaign is sent: now without `due_at`, without a limit without `throttle`. */
export const CampaignSchedule = z.object({
  due_at: Moment.nullable(),
  /** Mails an hour. */
  throttle: z.int('invalid').min(0, 'invalid').max(1_000_000, 'invalid'),
  updated_at: Moment,
})
export type CampaignSchedule = z.infer<typeof CampaignSchedule>

/** A text, saved or not, to preview as a recipient would get it. */
export const CampaignPreviewDraft = z.object({ language: LanguageCode, text: CampaignText })
export type CampaignPreviewDraft = z.infer<typeof CampaignPreviewDraft>

/** A test mail, which goes to the user who asks for it: another address in `to` is refused. */
export const CampaignTestMail = CampaignPreviewDraft.extend({ to: TemplateTestMail.shape.to })
export type CampaignTestMail = z.infer<typeof CampaignTestMail>

/** The size of an audience, and a sample of its people. */
export const AudienceCount = z.object({
  total: z.number().int(),
  by_language: z.partialRecord(LanguageCode, z.number().int()),
  sample: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      company: z.string().nullable(),
      segment: z.enum(segments),
      language: LanguageCode,
    }),
  ),
})
export type AudienceCount = z.infer<typeof AudienceCount>

/** The number of people at least and at most; security scanners are not counted. */
export const TrackingRange = z.object({ at_least: z.number().int(), at_most: z.number().int() })

/** The progress of a campaign. */
export const CampaignProgress = z.object({
  status: CampaignStatus,
  /** The size of the audience: the leads still to be prepared, and those whose mails are prepared. */
  total: z.number().int(),
  prepared: z.number().int(),
  queued: z.number().int(),
  sent: z.number().int(),
  /** Stored in the outbox, since no mail server is configured. */
  outbox: z.number().int(),
  failed: z.number().int(),
  bounced: z.number().int(),
  /** Not sent after all: consent withdrawn, address suppressed, or the campaign cancelled. */
  suppressed: z.number().int(),
  opened: TrackingRange,
  clicked: TrackingRange,
  unsubscribed: z.number().int(),
})
export type CampaignProgress = z.infer<typeof CampaignProgress>

/** A link of a campaign, in all languages that lead to the same address, and how many people have followed it. */
export const CampaignLink = z.object({
  url: z.string().meta({ examples: ['https://example.org/beta'] }),
  languages: z.array(LanguageCode),
  people: TrackingRange,
})
export type CampaignLink = z.infer<typeof CampaignLink>

const stored = {
  id: z.uuid(),
  name: z.string().meta(exampleName),
  status: CampaignStatus,
  throttle: z.number().int(),
  due_at: z.iso.datetime().nullable(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}

/** A marketing mail to many leads, each in their language. */
export const Campaign = z.object({
  ...stored,
  audience: Audience,
  texts: CampaignTexts,
  fallback_language: LanguageCode,
})
export type Campaign = z.infer<typeof Campaign>

/** A campaign in the list. */
export const CampaignEntry = z.object({ ...stored, progress: CampaignProgress })
export type CampaignEntry = z.infer<typeof CampaignEntry>

export const CampaignQuery = z.object({
  status: z.enum(campaignStatuses, 'invalid').optional(),
  ...pageQuery,
})
export type CampaignQuery = z.infer<typeof CampaignQuery>

/** What is missing in a text, by field; empty when it can be sent. */
export function listGaps({ subject, body, action, action_url }: CampaignText): (keyof CampaignText)[] {
  return [
    ...(subject.trim() === '' ? (['subject'] as const) : []),
    ...(isBlankHtml(body) ? (['body'] as const) : []),
    ...(action !== '' && action_url === '' ? (['action_url'] as const) : []),
    ...(action === '' && action_url !== '' ? (['action'] as const) : []),
  ]
}

/** Whether nothing has been written in a language. */
export function isEmptyText(one: CampaignText | undefined): boolean {
  return (
    !one ||
    (!one.subject && !one.preheader && isBlankHtml(one.body) && one.action === '' && one.action_url === '')
  )
}

/** The languages that have a text, complete or not. */
export function listWritten(texts: CampaignTexts): Language[] {
  return languages.filter((language) => !isEmptyText(texts[language]))
}

/** Signalled when a campaign has changed. */
export const campaignsChanged: LiveTopic = { name: 'campaigns', permission: campaignPermissions.read }
