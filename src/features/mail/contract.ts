import { z } from 'zod'
import type { Language } from '#shared/languages.ts'
import { hasFewElements, isShallow } from '#shared/markup.ts'
import { pageQuery, queryNumber } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import { type Segment, segments } from '#shared/segments.ts'
import { emailText, text } from '#shared/text.ts'

/** Every kind of mail the product sends. */
export const mailKinds = [
  'confirmation',
  'already_registered',
  'badge_awarded',
  'campaign',
  'activation_invitation',
  'password_reset',
  'rights_link',
  'email_change',
  'email_change_asked',
  'email_changed',
  'test',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * Who else than its reader may read what a mail says. `team`: it tells of nobody. `outbox`: it holds links that let its
 * reader's place be taken, so it is shown to admins only, and only where no mail leaves and they must pass it on.
 * `nobody`: whoever reads it takes over an account of the team.
 */
export const mailReaders = {
  confirmation: 'outbox',
  already_registered: 'outbox',
  badge_awarded: 'outbox',
  campaign: 'outbox',
  activation_invitation: 'outbox',
  password_reset: 'nobody',
  rights_link: 'outbox',
  email_change: 'outbox',
  email_change_asked: 'outbox',
  email_changed: 'outbox',
  test: 'team',
} as const satisfies Record<MailKind, 'team' | 'outbox' | 'nobody'>

/**
 * Where a mail stands. `outbox`: no transport is configured, so it lies in the outbox as it would have gone.
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

/**
 * Kinds that bring a link to whoever asks for it in somebody's name: of each group at most `linkMailsADay` a day are sent
 * to one address. New passwords are counted apart, so that nobody who asks for rights links in a team member's name
 * keeps them from theirs.
 */
const linkMailGroups: readonly (readonly MailKind[])[] = [['password_reset'], ['rights_link', 'email_change']]
export const linkMailsADay = 3

/** The kinds of mails with links that are counted together with a kind; none for other kinds. */
export function linkMailGroupOf(kind: MailKind): readonly MailKind[] {
  return linkMailGroups.find((group) => group.includes(kind)) ?? []
}

const kindsWithoutRightsLink: readonly MailKind[] = [
  'password_reset',
  'email_change',
  'email_change_asked',
  'email_changed',
]

/**
 * Whether a kind of mail never ends with the link to its reader's data: mails to the team's accounts, and mails about a
 * change of address, of which either address may be a stranger's.
 */
export const isWithoutRightsLink = (kind: MailKind) => kindsWithoutRightsLink.includes(kind)

/** Passes over that an address has had its mails with links for today: strangers who ask are not told. */
export function ignoreMailLimit(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'mail_limited')) throw error
}

/** What is stored as the last response of a mail that could not be composed, since no server was asked. */
export const notComposed = 'not_composed'

/** Why nothing more is sent to an address. */
export const suppressionReasons = [
  'hard_bounce',
  'complaint',
  'unsubscribed',
  'withdrawn',
  'by_hand',
] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/**
 * What can go amiss with a mail: it could not be handed over and is tried again, or was given up; it came back, for now
 * or for good; its reader called it unwanted.
 */
export const mailEventKinds = ['deferred', 'failed', 'soft_bounce', 'hard_bounce', 'complaint'] as const
export type MailEventKind = (typeof mailEventKinds)[number]

/** Who or what fetched a pixel or followed a link. */
export const hitVerdicts = ['human', 'privacy_proxy', 'scanner', 'unknown'] as const
export type HitVerdict = (typeof hitVerdicts)[number]

/** Why a hit was taken for what it was: the rules of decision 19. */
export const hitReasons = [
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
export type HitReason = (typeof hitReasons)[number]

const line = (max: number) =>
  text(max).refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'control_characters')

/** The longest body of a mail, in characters of HTML. */
export const mailBodyLimit = 50_000

/** What a mail says in one language. `body` is rich text of paragraphs, headings, lists, links, bold and italics. */
export const MailText = z.object({
  subject: line(200).pipe(z.string().min(1, 'required')),
  /** The line that mail programs show beside the subject. */
  preheader: line(200),
  body: text(mailBodyLimit).refine(hasFewElements, 'too_many_elements').refine(isShallow, 'too_deep'),
  /** The label of the button; no button when empty. */
  action: line(80),
})
export type MailText = z.infer<typeof MailText>

/** A mail that some feature wants sent. The same cause is never sent twice. */
export interface MailOrder {
  /** What makes it this mail and no other, such as `badge:<award id>`. */
  cause: string
  kind: MailKind
  to: { email: string; name: string; language: Language; leadId?: string; userId?: string; segment?: Segment }
  /** What the template's variables stand for, without markup. */
  variables: Record<string, string>
  /** Where the button leads: an absolute address of this site. */
  actionUrl?: string
  campaignId?: string
  /** Not before this time. */
  dueAt?: Date
}

/** What a mail is written from. `render(mail: MailInput): Promise<RenderedMail>` is handed to the sender. */
export interface MailInput {
  id: string
  kind: MailKind
  language: Language
  to: { email: string; name: string }
  leadId: string | null
  campaignId: string | null
  variables: Record<string, string>
  /** Where the button leads; no button without. */
  actionUrl: string | null
  /** Where the reader stops mails such as this one; none for mails that cannot be stopped. */
  unsubscribeUrl: string | null
  /** Where a lead sees, corrects and erases what is kept of them; none for mails to the team. */
  rightsUrl: string | null
}

/**
 * A mail as it is read. Links stand in it as they are: the sender makes the tracked ones of those in the HTML that are
 * neither `unsubscribeUrl` nor `rightsUrl`, and adds the pixel.
 */
export interface RenderedMail {
  subject: string
  /** A whole document. */
  html: string
  text: string
}

/** Where the links in mails lead, each followed by a token of `links.ts` made for that purpose. */
export const mailPaths = {
  unsubscribe: '/unsubscribe/',
  open: '/m/o/',
  click: '/m/c/',
} as const

export const MailSegment = z.enum(segments)

/** The kinds whose text is a template; a campaign brings its own. */
export const templateKinds = [
  'confirmation',
  'already_registered',
  'badge_awarded',
  'activation_invitation',
  'password_reset',
  'rights_link',
  'email_change',
  'email_change_asked',
  'email_changed',
] as const
export type TemplateKind = (typeof templateKinds)[number]
export const TemplateKind = z.enum(templateKinds)

/** Templates of mails that lead into an account or to somebody's data: a changed text could lead elsewhere. */
const securityTemplates: readonly TemplateKind[] = [
  'password_reset',
  'rights_link',
  'email_change',
  'email_change_asked',
  'email_changed',
]
export const isSecurityTemplate = (kind: TemplateKind) => securityTemplates.includes(kind)

/**
 * What may stand in the text of a mail as `{{name}}`: `name` is the reader's, `site` the site's; the order gives the
 * others.
 */
export const mailVariables = {
  confirmation: ['name', 'site'],
  already_registered: ['name', 'site'],
  badge_awarded: ['name', 'badge', 'site'],
  activation_invitation: ['name', 'site'],
  password_reset: ['name', 'site'],
  rights_link: ['name', 'site'],
  email_change: ['name', 'site'],
  email_change_asked: ['name', 'site'],
  email_changed: ['name', 'site'],
  campaign: ['name', 'company', 'site'],
} as const satisfies Record<TemplateKind | 'campaign', readonly string[]>
export type MailVariable = (typeof mailVariables)[keyof typeof mailVariables][number]

/** A text that is still being written: its subject may be empty. */
export const MailTextDraft = MailText.extend({ subject: line(200) })

/** A mail as its readers would get it. */
export const MailPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() })

/** Where a template stands in one language. `version` is 0 as long as nobody has changed it. */
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

/** One version of a template; without text it went back to the built-in one. */
export const TemplateVersion = z.object({
  version: z.number().int(),
  text: MailText.nullable(),
  author: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** A template in one language: what is in force, what it was made from, and its newest versions. */
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

/** A trial, which goes to whoever asks: another address in `to` is refused. */
export const TemplateTrial = z.object({
  text: MailText,
  to: emailText.optional(),
})
export const TrialSent = z.object({ to: z.string() })

export const MailKindName = z.enum(mailKinds, 'invalid')
export const MailStatusName = z.enum(mailStatuses, 'invalid')

/** How the list of mails is narrowed and paged. `search` looks in names and addresses. */
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
const HitVerdictName = z.enum(hitVerdicts)

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
  /** What the other server said last, without addresses. */
  response: z.string().nullable(),
  created_at: moment,
  due_at: moment,
  sent_at: moment.nullable(),
  ended_at: moment.nullable(),
  opened_at: moment.nullable(),
  open_verdict: HitVerdictName.nullable(),
  clicked_at: moment.nullable(),
  click_verdict: HitVerdictName.nullable(),
})
export type MailMessage = z.infer<typeof MailMessage>

/**
 * Something that happened to a mail. `detail` is what the other server said, or for a hit its verdict; `reason` is the
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
 * A mail with all that is known of it. The HTML is safe to look at: its links lead where they say and its pixel is gone.
 * `hidden` says why what it says is left out: `personal`, it holds links that are its reader's alone; `admins_only`, it
 * does, and lies in the outbox, where admins can read it; `not_kept`, it is not there any more.
 */
export const MailDetail = MailMessage.extend({
  cause: z.string(),
  subject: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  hidden: z.enum(['personal', 'admins_only', 'not_kept']).nullable(),
  /** The mail as it went over the wire, where it was kept. */
  raw: z.string().nullable(),
  /** Whether it can be sent again: it ended without arriving, and was not sent again yet. */
  can_resend: z.boolean(),
  /** Oldest first. */
  history: z.array(MailHappening),
})
export type MailDetail = z.infer<typeof MailDetail>

/** An address that nothing is sent to, or nothing but what it asks for, and why. */
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

/** What became of a message that came back: nothing when it is no bounce, or of no mail of ours. */
export const BounceOutcome = z.object({ outcome: z.enum(['hard', 'soft', 'complaint', 'ignored']) })
export type BounceOutcome = z.infer<typeof BounceOutcome>

/** Whether mails leave from here; else they are kept in the outbox. */
export const MailTransport = z.object({ configured: z.boolean() })

const Day = z.iso.date('invalid')
const mostDays = 366
/** How many days lie between two; not a number when one of them is none. */
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Which mails the metrics are of. Without days, the last thirty. */
export const MetricsQuery = z
  .object({
    days: queryNumber(1, mostDays).default(30),
    from: Day.optional(),
    to: Day.optional(),
    campaign: z.uuid('invalid').optional(),
    kind: z.enum(mailKinds, 'invalid').optional(),
    language: LanguageCode.optional(),
    segment: MailSegment.optional(),
  })
  .refine(({ from = '', to = '' }) => from === to || (from < to && daysFrom(from, to) <= mostDays), {
    error: 'invalid',
    path: ['to'],
  })
export type MetricsQuery = z.infer<typeof MetricsQuery>

const count = z.number().int()
const rate = z.number().nullable()

/**
 * How many did something: certainly, judging by what was seen, and possibly, counting everything but machines.
 * `proxies` of them are known by a privacy proxy only; `scanners` come on top, and are nobody.
 */
export const HitRange = z.object({ at_least: count, at_most: count, proxies: count, scanners: count })
export type HitRange = z.infer<typeof HitRange>

/** What became of mails. Those delivered are those sent that have not come back. */
export const MailTotals = z.object({
  queued: count,
  sent: count,
  delivered: count,
  outbox: count,
  failed: count,
  bounced: count,
  suppressed: count,
  unsubscribed: count,
  opened: HitRange,
  clicked: HitRange,
})
export type MailTotals = z.infer<typeof MailTotals>

/** Totals with their percentages: of those sent, and for opens, clicks and unsubscriptions of those delivered. */
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

/** What has become of the mails of some days. */
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

/** Everything that a mail is drawn from, with all its words in its own language. */
export interface MailSheet
  extends Pick<MailInput, 'language' | 'actionUrl' | 'unsubscribeUrl' | 'rightsUrl'> {
  site: { name: string; url: string }
  text: MailText
  /** What variables stand for. */
  values: Readonly<Record<string, string>>
  /** Whether it tells of something proven. */
  isSealed: boolean
  words: {
    /** Why the reader gets it. */
    reason: string
    sender: string
    fallback: string
    rights: string
    unsubscribe: string
    /** What stands above a trial, and its subject with a place for the subject. */
    note?: string
    subject?: string
  }
}

/** What draws mails: the module that the server's build makes of `mails/render.tsx`. */
export interface MailWriter {
  renderMail(sheet: MailSheet): RenderedMail
}
