import { z } from 'zod'
import { hasFewElements, isShallow } from '#shared/markup.ts'
import { pageQuery, queryNumber } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { segments } from '#shared/segments.ts'
import { emailText, text } from '#shared/text.ts'
import { CalendarDay, isPeriod, periodFault } from '#shared/time/periods.ts'

/** Every kind of mail the product sends. */
export const mailKinds = [
  'confirmation',
  'already_registered',
  'enquiry_received',
  'enquiry',
  'badge_awarded',
  'campaign',
  'activation_invitation',
  'activation_reminder',
  'activation_link',
  'signature_activated',
  'signature_revoked',
  'password_reset',
  'rights_link',
  'email_change',
  'email_change_asked',
  'email_changed',
  'account_notice',
  'user_email_change',
  'user_invitation',
  'team_notifications',
  'figure_report',
  'test',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * The status of a mail. `outbox`: no mail server is configured, so it is stored in the outbox.
 */
export const mailStatuses = [
  'queued',
  'sending',
  'sent',
  'outbox',
  'failed',
  'bounced',
  'suppressed',
] as const
export type MailStatus = (typeof mailStatuses)[number]

/** Why an address is suppressed. */
export const suppressionReasons = [
  'hard_bounce',
  'complaint',
  'unsubscribed',
  'withdrawn',
  'by_hand',
] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** The failures of a mail: a temporary refusal, the final failure, a soft bounce, a hard bounce, a complaint. */
export const mailEventKinds = ['deferred', 'failed', 'soft_bounce', 'hard_bounce', 'complaint'] as const
export type MailEventKind = (typeof mailEventKinds)[number]

/** Who or what fetched a pixel or followed a link. */
export const trackingVerdicts = ['human', 'privacy_proxy', 'scanner', 'unknown'] as const
export type TrackingVerdict = (typeof trackingVerdicts)[number]

/** The rule that classified a hit (decision 19). */
export const trackingReasons = [
  'method',
  'prefetch',
  'hidden_link',
  'image_proxy',
  'mail_privacy',
  'bot',
  'at_once',
  'burst',
  'mail_program',
  'browser',
  'unnamed',
] as const
export type TrackingReason = (typeof trackingReasons)[number]

const line = (max: number) =>
  text(max).refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'control_characters')

/** The longest body of a mail, in characters of HTML. */
export const mailBodyLimit = 50_000

/** How many pictures the text of a mail may show. */
export const mailPictureLimit = 20

/** Whether a button in the text of a mail may lead there: an https address, or a path of this site. */
export function isButtonTarget(value: string): boolean {
  if (value.length > 2000 || /[\s\\{}"<>]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  return /^https:\/\//i.test(value) && URL.canParse(value)
}

/** The text of a mail in one language. `body` is rich text of paragraphs, headings, lists, links, bold and italics. */
export const MailText = z.object({
  subject: line(200).pipe(z.string().min(1, 'required')),
  /** The line that mail programs show beside the subject. */
  preheader: line(200),
  body: text(mailBodyLimit).refine(hasFewElements, 'too_many_elements').refine(isShallow, 'too_deep'),
  /** The label of the button; no button when empty. */
  action: line(80),
})
export type MailText = z.infer<typeof MailText>

export const MailSegment = z.enum(segments)

/** The kinds whose text is a template; a campaign brings its own. */
export const templateKinds = [
  'confirmation',
  'already_registered',
  'enquiry_received',
  'enquiry',
  'badge_awarded',
  'activation_invitation',
  'activation_reminder',
  'activation_link',
  'signature_activated',
  'signature_revoked',
  'password_reset',
  'rights_link',
  'email_change',
  'email_change_asked',
  'email_changed',
  'account_notice',
  'user_email_change',
  'user_invitation',
  'team_notifications',
  'figure_report',
] as const
export type TemplateKind = (typeof templateKinds)[number]
export const TemplateKind = z.enum(templateKinds)

/** A text that is still being written: its subject may be empty. */
export const MailTextDraft = MailText.extend({ subject: line(200) })

/** A mail as its readers would get it. */
export const MailPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type MailPreview = z.infer<typeof MailPreview>

/** The state of a template in one language. `version` is 0 while it is unchanged. */
export const TemplateState = z.object({
  version: z.number().int(),
  edited: z.boolean(),
  updated_at: z.iso.datetime().nullable(),
})
export type TemplateState = z.infer<typeof TemplateState>

export const TemplateEntry = z.object({
  kind: TemplateKind,
  languages: z.record(LanguageCode, TemplateState),
})
export type TemplateEntry = z.infer<typeof TemplateEntry>

/** One version of a template; without a text it restored the built-in one. */
export const TemplateVersion = z.object({
  version: z.number().int(),
  text: MailText.nullable(),
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** A template in one language: its current text, its built-in text, and its newest versions. */
export const Template = TemplateState.extend({
  kind: TemplateKind,
  language: LanguageCode,
  text: MailText,
  built_in: MailText,
  versions: z.array(TemplateVersion),
})
export type Template = z.infer<typeof Template>

/** A new text; `version` must be the newest one's plus one. */
export const TemplateChange = MailText.extend({
  version: z.int('version_invalid').min(1, 'version_invalid').max(2_000_000_000, 'version_invalid'),
})
export type TemplateChange = z.infer<typeof TemplateChange>

/** A test mail, which goes to the user who asks for it: another address in `to` is refused. */
export const TemplateTestMail = z.object({
  text: MailText,
  to: emailText.optional(),
})
export const TestMailSent = z.object({ to: z.string() })

export const MailKindName = z.enum(mailKinds, 'invalid')
export const MailStatusName = z.enum(mailStatuses, 'invalid')

/** The filters and the page of the list of mails. `search` looks in names and addresses. */
export const MailQuery = z.object({
  search: text(200).optional(),
  status: MailStatusName.optional(),
  kind: MailKindName.optional(),
  campaign_id: z.uuid('invalid').optional(),
  lead_id: z.uuid('invalid').optional(),
  ...pageQuery,
})
export type MailQuery = z.infer<typeof MailQuery>

const moment = z.iso.datetime()
const TrackingVerdictName = z.enum(trackingVerdicts)

/** A mail in the list, newest first. */
export const MailMessage = z.object({
  id: z.uuid(),
  kind: MailKindName,
  status: MailStatusName,
  language: LanguageCode,
  segment: MailSegment.nullable(),
  /** Null for viewers. */
  to_email: z.string().nullable(),
  to_name: z.string(),
  lead_id: z.uuid().nullable(),
  campaign_id: z.uuid().nullable(),
  attempts: z.number().int(),
  /** The last response of the other server, without addresses. */
  response: z.string().nullable(),
  created_at: moment,
  due_at: moment,
  sent_at: moment.nullable(),
  ended_at: moment.nullable(),
  opened_at: moment.nullable(),
  open_verdict: TrackingVerdictName.nullable(),
  clicked_at: moment.nullable(),
  click_verdict: TrackingVerdictName.nullable(),
})
export type MailMessage = z.infer<typeof MailMessage>

/**
 * An event of a mail. `detail` is the response of the other server, or the verdict of a hit; `reason` is the
 * rule behind a verdict.
 */
export const MailHappening = z.object({
  at: moment,
  event: z.enum(['ordered', 'sent', 'outbox', 'suppressed', 'open', 'click', ...mailEventKinds]),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
})
export type MailHappening = z.infer<typeof MailHappening>

/**
 * A mail with its content and history. The HTML is safe to view: its links are not tracked and the pixel is removed.
 * `hidden` is the reason why the content is left out: `personal`, it contains personal links; `admins_only`, it contains
 * them and is in the outbox, where admins can read it; `not_kept`, it is no longer stored.
 */
export const MailDetail = MailMessage.extend({
  cause: z.string(),
  subject: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  hidden: z.enum(['personal', 'admins_only', 'not_kept']).nullable(),
  /** The mail as it was sent, if it is stored. */
  raw: z.string().nullable(),
  /** Whether it can be sent again: it ended without arriving, and was not sent again yet. */
  can_resend: z.boolean(),
  /** Oldest first. */
  history: z.array(MailHappening),
})
export type MailDetail = z.infer<typeof MailDetail>

/** A suppressed address, with the reason. */
export const Suppression = z.object({
  email: z.string(),
  reason: z.enum(suppressionReasons),
  at: moment,
  /** Whether the team can lift it; otherwise only the owner of the address can. */
  can_lift: z.boolean(),
})
export type Suppression = z.infer<typeof Suppression>
export const SuppressionQuery = z.object({
  search: text(200).optional(),
  reason: z.enum(suppressionReasons, 'invalid').optional(),
  ...pageQuery,
})
export type SuppressionQuery = z.infer<typeof SuppressionQuery>
export const SuppressionDraft = z.object({ email: emailText })

/** The outcome of a received message; `ignored` when it is no bounce of a mail of ours. */
export const BounceOutcome = z.object({ outcome: z.enum(['hard', 'soft', 'complaint', 'ignored']) })
export type BounceOutcome = z.infer<typeof BounceOutcome>

/**
 * Whether a mail server is configured; otherwise mails are stored in the outbox. `reachable` is what the answering process
 * knows of it: null while it has not tried.
 */
export const MailTransport = z.object({ configured: z.boolean(), reachable: z.boolean().nullable() })

/** The mails that are not finished, each in one figure. With those of every final status they are all mails. */
export const UnfinishedMails = z.object({
  /** Not tried yet. */
  waiting: z.number().int(),
  /** Tried in vain: the other server did not take them, and they are tried again. */
  retrying: z.number().int(),
  /** They could not be composed, a fault of this installation or of their text; they are tried again. */
  not_composed: z.number().int(),
})
export type UnfinishedMails = z.infer<typeof UnfinishedMails>

/** The filters of the metrics; the last thirty days by default. */
export const MetricsQuery = z
  .object({
    days: queryNumber(1, 366).default(30),
    from: CalendarDay.optional(),
    to: CalendarDay.optional(),
    campaign: z.uuid('invalid').optional(),
    kind: z.enum(mailKinds, 'invalid').optional(),
    language: LanguageCode.optional(),
    segment: MailSegment.optional(),
  })
  .refine(isPeriod, periodFault)
export type MetricsQuery = z.infer<typeof MetricsQuery>

const count = z.number().int()
const rate = z.number().nullable()

/**
 * The number of opens or clicks: at least those judged human, at most all but those of machines.
 * `proxies` of them are known from a privacy proxy only; `scanners` are counted separately.
 */
export const TrackingRange = z.object({ at_least: count, at_most: count, proxies: count, scanners: count })
export type TrackingRange = z.infer<typeof TrackingRange>

/** The totals of mails by outcome. Delivered mails are those sent without a bounce. */
export const MailTotals = z.object({
  queued: count,
  sent: count,
  delivered: count,
  outbox: count,
  failed: count,
  bounced: count,
  suppressed: count,
  unsubscribed: count,
  opened: TrackingRange,
  clicked: TrackingRange,
})
export type MailTotals = z.infer<typeof MailTotals>

/** Totals with percentages of the sent mails; for opens, clicks and unsubscriptions, of the delivered mails. */
export const Funnel = MailTotals.extend({
  rates: z.object({
    delivered: rate,
    bounced: rate,
    unsubscribed: rate,
    opened: z.object({ at_least: rate, at_most: rate }),
    clicked: z.object({ at_least: rate, at_most: rate }),
  }),
})
export type Funnel = z.infer<typeof Funnel>

/** The mails of one campaign, kind, language or segment. `name` is set for campaigns that still exist. */
export const MetricsPart = z.object({ key: z.string(), name: z.string().nullable(), funnel: Funnel })
export type MetricsPart = z.infer<typeof MetricsPart>

/** The metrics of a period. */
export const MailMetrics = z.object({
  from: z.string(),
  to: z.string(),
  funnel: Funnel,
  /** Every day of the period, oldest first. */
  days: z.array(MailTotals.extend({ day: z.string() })),
  campaigns: z.array(MetricsPart),
  kinds: z.array(MetricsPart),
  languages: z.array(MetricsPart),
  segments: z.array(MetricsPart),
})
export type MailMetrics = z.infer<typeof MailMetrics>
