import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Segment } from '#shared/segments.ts'
import type { MailKind, SuppressionReason, TemplateKind } from './contract.ts'

/** A mail that a feature orders. The same cause is never sent twice. */
export interface MailOrder {
  /** Identifies the mail, such as `badge:<award id>`. */
  cause: string
  kind: MailKind
  to: { email: string; name: string; language: Language; leadId?: string; userId?: string; segment?: Segment }
  /** The values of the template's variables, as plain text. */
  variables: Record<string, string>
  /** The target of the button: an absolute address of this site. */
  actionUrl?: string
  campaignId?: string
  /** The earliest time to send it. */
  dueAt?: Date
}

/**
 * Who besides its recipient may read the content of a mail. `team`: it contains no personal data. `outbox`: its links act
 * for its recipient, so only admins may read it, and only without a mail server, to pass it on. `nobody`: its
 * link takes over a user account, or it says how one is protected.
 */
export const mailReaders = {
  confirmation: 'outbox',
  already_registered: 'outbox',
  enquiry_received: 'outbox',
  enquiry: 'outbox',
  badge_awarded: 'outbox',
  campaign: 'outbox',
  activation_invitation: 'outbox',
  activation_reminder: 'outbox',
  activation_link: 'outbox',
  signature_activated: 'outbox',
  signature_revoked: 'outbox',
  password_reset: 'nobody',
  rights_link: 'outbox',
  email_change: 'outbox',
  email_change_asked: 'outbox',
  email_changed: 'outbox',
  account_notice: 'nobody',
  user_email_change: 'nobody',
  user_invitation: 'nobody',
  team_notifications: 'outbox',
  figure_report: 'outbox',
  test: 'team',
} as const satisfies Record<MailKind, 'team' | 'outbox' | 'nobody'>

const kindsWithToken: readonly MailKind[] = [
  'activation_invitation',
  'activation_reminder',
  'activation_link',
  'signature_activated',
]

/**
 * Whether the link of a mail holds a token that is stored nowhere else but as a hash. It is not tracked, and no copy of it
 * remains once a mail server has taken or refused the mail.
 */
export const hasToken = (kind: MailKind) => kindsWithToken.includes(kind)

/**
 * Mails with a link that anybody can request for any address: at most `linkMailsADay` of each group a day are sent to one
 * address. New passwords are counted separately, so that requests for rights links to a team member's address cannot
 * block them.
 */
const linkMailGroups: readonly (readonly MailKind[])[] = [
  ['password_reset'],
  ['user_email_change'],
  ['rights_link', 'email_change'],
  ['activation_link'],
]
export const linkMailsADay = 3

/** The kinds of mails with links that are counted together with a kind; none for other kinds. */
export function linkMailGroupOf(kind: MailKind): readonly MailKind[] {
  return linkMailGroups.find((group) => group.includes(kind)) ?? []
}

/** Ignores the daily limit of mails with links: strangers who request one are not told of it. */
export function ignoreMailLimit(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'mail_limited')) throw error
}

const kindsWithoutRightsLink: readonly MailKind[] = [
  'password_reset',
  'email_change',
  'email_change_asked',
  'email_changed',
  'account_notice',
  'user_email_change',
  'user_invitation',
  'team_notifications',
  'figure_report',
  'enquiry',
]

/**
 * Whether a kind of mail has no link to its reader's data: mails to the team, and mails about a change of address, of
 * which either address may be a stranger's.
 */
export const isWithoutRightsLink = (kind: MailKind) => kindsWithoutRightsLink.includes(kind)

/** The reasons with which even confirmations are not sent. */
export const deliveryReasons: readonly SuppressionReason[] = ['hard_bounce', 'complaint', 'by_hand']
/** Reasons that the team can lift. The others are the decision of the owner of the address. */
export const liftableReasons: readonly SuppressionReason[] = ['hard_bounce', 'by_hand']
/** Reasons that the reader has given and can undo. */
export const readerReasons: readonly SuppressionReason[] = ['unsubscribed', 'withdrawn']

/** Mails that the reader did not ask for. Every reason suppresses them. */
const unrequestedKinds: readonly MailKind[] = [
  'campaign',
  'badge_awarded',
  'activation_invitation',
  'activation_reminder',
]
/** Mails that answer something the reader has just done or has chosen, or say that what they hold has ended. Only delivery reasons suppress them. */
const confirmationKinds: readonly MailKind[] = [
  'confirmation',
  'already_registered',
  'enquiry_received',
  'signature_activated',
  'signature_revoked',
  'team_notifications',
  'figure_report',
]

/** Whether a mail carries an unsubscribe link. */
export const isStoppable = (kind: MailKind) =>
  unrequestedKinds.includes(kind) || kind === 'confirmation' || kind === 'enquiry_received'

/**
 * Whether the reader asked for this mail, such as a new password or a test mail. It is never suppressed and goes
 * ahead of other mails to the same address.
 */
export const isAskedFor = (kind: MailKind) =>
  !unrequestedKinds.includes(kind) && !confirmationKinds.includes(kind)

/** The reasons that keep a mail of a kind from being sent. */
export function reasonsAgainst(kind: MailKind): readonly SuppressionReason[] {
  if (unrequestedKinds.includes(kind)) return [...deliveryReasons, ...readerReasons]
  return confirmationKinds.includes(kind) ? deliveryReasons : []
}

/** Templates of mails that lead into an account or to somebody's data: a changed text could lead elsewhere. */
const securityTemplates: readonly TemplateKind[] = [
  'password_reset',
  'rights_link',
  'email_change',
  'email_change_asked',
  'email_changed',
  'account_notice',
  'user_email_change',
  'user_invitation',
]
export const isSecurityTemplate = (kind: TemplateKind) => securityTemplates.includes(kind)

/**
 * The variables of a mail's text, written `{{name}}`: `name` is the reader's, `site` the site's; the order gives the
 * others.
 */
export const mailVariables = {
  confirmation: ['name', 'site'],
  already_registered: ['name', 'site'],
  enquiry_received: ['name', 'site'],
  enquiry: ['kind', 'person', 'email', 'company', 'page', 'message', 'site'],
  badge_awarded: ['name', 'badge', 'site'],
  activation_invitation: ['name', 'site', 'when'],
  activation_reminder: ['name', 'site', 'when'],
  activation_link: ['name', 'site', 'when'],
  signature_activated: ['name', 'site'],
  signature_revoked: ['name', 'site', 'reason'],
  password_reset: ['name', 'site'],
  rights_link: ['name', 'site'],
  email_change: ['name', 'site'],
  email_change_asked: ['name', 'site'],
  email_changed: ['name', 'site'],
  account_notice: ['name', 'site', 'change', 'when', 'device'],
  user_email_change: ['name', 'site'],
  user_invitation: ['name', 'site', 'inviter'],
  team_notifications: ['name', 'site', 'news', 'list'],
  figure_report: ['name', 'site', 'period', 'figures'],
  campaign: ['name', 'company', 'site'],
} as const satisfies Record<TemplateKind | 'campaign', readonly string[]>
export type MailVariable = (typeof mailVariables)[keyof typeof mailVariables][number]

/** The paths of the links in mails, each followed by a token of `links.ts` for that purpose. */
export const mailPaths = {
  unsubscribe: '/unsubscribe/',
  open: '/m/o/',
  click: '/m/c/',
} as const

/** Stored as the last response of a mail that could not be composed, since no server has responded. */
export const notComposed = 'not_composed'

/** How far mails have come with a lead: one was sent, a person opened one, a person followed a link. Each has those before it. */
export const mailSteps = ['sent', 'opened', 'clicked'] as const
export type MailStep = (typeof mailSteps)[number]
