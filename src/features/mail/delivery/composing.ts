import type { MailInput, RenderedMail } from '#features/mail/mails/sheet.ts'
import { hasToken, isAskedFor, isStoppable, isWithoutRightsLink, mailPaths } from '#features/mail/model.ts'
import { messageIdOf } from '#features/mail/outbox/message-id.ts'
import type { MailRow } from '#features/mail/outbox/store.ts'
import type { CampaignLinks } from '#features/mail/tracking/campaign-links.ts'
import type { MailLinks } from '#features/mail/tracking/links.ts'
import { listLinks, trackLinks } from '#features/mail/tracking/tracked-links.ts'
import { composeMessage, type Envelope, type Mailbox } from '#platform/mailer.ts'

export interface ComposingOptions {
  links: MailLinks
  campaignLinks: CampaignLinks
  publicUrl: string
  from(): Mailbox
  replyTo(): string
  /** The domain of bounce addresses, one for each mail; without it bounces go to the sender's address. */
  bounceDomain: string | undefined
  /** Whether this process receives mails to that domain, unsubscribe mails included. */
  receivesUnsubscribes: boolean
  render(mail: MailInput): Promise<RenderedMail>
  /** The link to a lead's own data, if the address is still theirs. */
  findRightsUrl(leadId: string, email: string): Promise<string | undefined>
}

/** A mail as it is sent to a mail server. */
export interface ComposedMail {
  envelope: Envelope
  raw: Buffer
  /** The targets of its tracked links, in order; undefined when they are stored with its campaign. */
  targets: string[] | undefined
}

/** Composes whole mails from rendered texts: with tracked links, headers and an envelope. */
export function createComposing(options: ComposingOptions) {
  const { links, publicUrl, from: findSender, replyTo, bounceDomain, render, findRightsUrl } = options
  const track = createTracker(options)

  async function describe(mail: MailRow): Promise<MailInput> {
    const token = links.signLink('unsubscribe', mail.id)
    return {
      id: mail.id,
      kind: mail.kind,
      language: mail.language,
      to: { email: mail.toEmail, name: mail.toName },
      leadId: mail.leadId,
      campaignId: mail.campaignId,
      variables: mail.variables,
      actionUrl: mail.actionUrl,
      unsubscribeUrl: isStoppable(mail.kind)
        ? `${publicUrl}/${mail.language}${mailPaths.unsubscribe}${token}`
        : null,
      rightsUrl:
        (!isWithoutRightsLink(mail.kind) &&
          mail.leadId &&
          (await findRightsUrl(mail.leadId, mail.toEmail))) ||
        null,
    }
  }

  return {
    /** A mail as it would be rendered now, without tracked links. */
    preview: async (mail: MailRow): Promise<RenderedMail> => render(await describe(mail)),

    /** A mail as it is sent. The same mail always has the same `Message-ID`. */
    async compose(mail: MailRow, now: Date): Promise<ComposedMail> {
      const input = await describe(mail)
      const { subject, html, text } = await render(input)
      const from = findSender()
      const tracked = await track(mail, html, [
        ...[input.unsubscribeUrl, input.rightsUrl],
        // The targets of tracked links are stored.
        ...(hasToken(mail.kind) ? [mail.actionUrl] : []),
      ])
      const raw = await composeMessage({
        messageId: messageIdOf(mail.id, from.address),
        date: now,
        from,
        replyTo: replyTo(),
        to: { name: displayName(mail.toName), address: mail.toEmail },
        subject: plainLine(subject),
        html: tracked.html,
        text,
        headers: headersOf(mail, options),
      })
      const sender = bounceDomain
        ? `bounce+${links.signLink('bounce', mail.id)}@${bounceDomain}`
        : from.address
      return { envelope: { from: sender, to: mail.toEmail }, raw, targets: tracked.targets }
    },
  }
}
export type Composing = ReturnType<typeof createComposing>

/** The headers of a mail beside those that every mail has. */
function headersOf(
  mail: MailRow,
  { links, publicUrl, bounceDomain, receivesUnsubscribes }: ComposingOptions,
): Record<string, string> {
  const unsubscribeLinks = [`<${publicUrl}${mailPaths.unsubscribe}${links.signLink('unsubscribe', mail.id)}>`]
  // The preferred method comes first (RFC 2369 §2): one click.
  if (receivesUnsubscribes && bounceDomain) {
    unsubscribeLinks.push(
      `<mailto:stop+${links.signLink('stop', mail.id)}@${bounceDomain}?subject=unsubscribe>`,
    )
  }
  return {
    'Content-Language': mail.language,
    // Mailbox providers group complaints by it.
    'Feedback-ID': `${mail.campaignId ?? ''}:${mail.kind}:${mail.language}:firmeza`,
    ...(mail.kind === 'campaign' ? { Precedence: 'bulk' } : { 'Auto-Submitted': 'auto-generated' }),
    ...(isStoppable(mail.kind) && {
      'List-Unsubscribe': unsubscribeLinks.join(', '),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

type TrackerOptions = Pick<ComposingOptions, 'links' | 'campaignLinks' | 'publicUrl'>

/** Tracks the links of mails, except those of mails that the recipient asked for. */
function createTracker({ links, campaignLinks, publicUrl }: TrackerOptions) {
  return async function track(
    mail: MailRow,
    html: string,
    untracked: (string | null)[],
  ): Promise<Pick<ComposedMail, 'targets'> & { html: string }> {
    if (isAskedFor(mail.kind)) return { html, targets: [] }
    const tracking = { mailId: mail.id, untracked, links, publicUrl }
    const hasOwnLinks = mail.links.length > 0
    if (mail.kind !== 'campaign' || !mail.campaignId || hasOwnLinks) {
      return trackLinks(html, { ...tracking, known: mail.links })
    }
    const targets = listLinks(html, untracked)
    const known = await campaignLinks.include(mail.campaignId, mail.language, targets)
    return { html: trackLinks(html, { ...tracking, known }).html, targets: undefined }
  }
}

/**
 * The display name of an address: empty when it looks like an address itself, which mail programs might show or use
 * instead of the real one.
 */
function displayName(name: string): string {
  const line = plainLine(name)
  return /@|:\/\/|[\p{L}\p{N}-]{2}\.[\p{L}\p{N}-]{2}/u.test(line.normalize('NFKC')) ? '' : line
}

/** One line of text for a header, without direction marks. */
function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .toWellFormed()
    .trim()
}
