import type { MailDetail, MailHappening, MailKind, MailMessage, MailQuery } from '#features/mail/contract.ts'
import type { Composing } from '#features/mail/delivery/composing.ts'
import { hasToken, isAskedFor, type MailOrder, mailReaders } from '#features/mail/model.ts'
import type { Outbox } from '#features/mail/outbox/outbox.ts'
import { codesOf } from '#features/mail/outbox/server-response.ts'
import { createMailStore, type MailRow } from '#features/mail/outbox/store.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import type { Suppressions } from '#features/mail/suppression/suppression-store.ts'
import type { MailLinks } from '#features/mail/tracking/links.ts'
import { untrackLinks } from '#features/mail/tracking/tracked-links.ts'
import { createTrackingStore } from '#features/mail/tracking/tracking-store.ts'
import type { Database } from '#platform/postgres.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { Member } from '#shared/roles.ts'

interface MailMessageOptions {
  db: Database
  outbox: Pick<Outbox, 'repeat'>
  suppressions: Suppressions
  preview: Composing['preview']
  links: MailLinks
  publicUrl: string
  /** Whether a mail server is configured; otherwise mails stay in the outbox. */
  canSend: boolean
}

/** The mails and their statuses, as the team sees them. */
export function createMailMessages(options: MailMessageOptions) {
  const { db, outbox, suppressions, preview, links, publicUrl, canSend } = options
  const store = createMailStore(db)

  /** The content of a mail: as it was sent, if that is stored, otherwise as it would be rendered now. */
  async function read(mail: MailRow): Promise<{ subject: string; html: string; text: string } | undefined> {
    if (mail.raw !== null) return readMessage(mail.raw)
    const isNotStored = isAskedFor(mail.kind) && mail.status === 'sent'
    return isNotStored ? undefined : preview(mail).catch(() => undefined)
  }

  return {
    /** A page of the mails as a user may see them, newest first, and the total that match the filter. */
    async list(query: MailQuery, reader: Member): Promise<{ items: MailMessage[]; total: number }> {
      const searchesAddresses = isAllowed(reader, mailPermissions.readAddresses)
      const { rows, total } = await store.list(query, { searchesAddresses })
      return { items: rows.map((mail) => toMessage(mail, reader)), total }
    },

    /**
     * A mail with everything that a user may see; `mailReaders` decides about its content.
     * @throws {Problem} 404
     */
    async get(id: string, reader: Member): Promise<MailDetail> {
      const mail = await store.find(id)
      if (!mail) throw new Problem('mail_not_found', 404)
      const [content, targets = [], events, hits, again] = await Promise.all([
        read(mail),
        createTrackingStore(db).findLinks(id),
        store.listEvents(id),
        store.listTrackingEvents(id),
        store.findByCause(causeOfResend(id)),
      ])
      const hidden = whyHidden(mail.kind, reader, canSend) ?? (content ? null : 'not_kept')
      const shown = hidden === null ? content : undefined
      return {
        ...toMessage(mail, reader),
        cause: mail.cause,
        subject: content?.subject ?? null,
        html: shown ? untrackLinks(shown.html, { links, targets, publicUrl }) : null,
        text: shown?.text ?? null,
        hidden,
        raw: shown ? mail.raw : null,
        can_resend: !again && canResend(mail),
        history: describeHistory(mail, responseFor(reader, mail.response), [
          ...events.map(({ at, kind, response }) => ({
            ...{ at, event: kind, reason: null },
            detail: responseFor(reader, response),
          })),
          ...hits.map(({ at, kind, verdict, reason }) => ({ at, event: kind, detail: verdict, reason })),
        ]),
      }
    },

    /**
     * Orders a mail that did not arrive again, as a new mail; asking twice returns the same one.
     * @throws {Problem} 404, 409 when it has arrived or still may, or when its address is suppressed
     */
    async resend(id: string, reader: Member): Promise<MailMessage> {
      const mail = await store.find(id)
      if (!mail) throw new Problem('mail_not_found', 404)
      const cause = causeOfResend(id)
      const known = await store.findByCause(cause)
      if (known) return toMessage(known, reader)
      if (!canResend(mail)) throw new Problem('mail_not_resendable', 409)
      if (await suppressions.isSuppressed(mail.kind, mail.toEmail)) throw new Problem('mail_stopped', 409)
      await outbox.repeat(db, [orderOfResend(mail)])
      const ordered = await store.findByCause(cause)
      if (!ordered) throw new Problem('mail_not_found', 404)
      return toMessage(ordered, reader)
    },
  }
}
export type MailMessages = ReturnType<typeof createMailMessages>

const causeOfResend = (id: string) => `resend:${id}`
// Mails whose secrets are not kept are ordered anew where they came from.
const canResend = ({ kind, status }: MailRow) =>
  status === 'outbox'
    ? mailReaders[kind] !== 'nobody'
    : mailReaders[kind] !== 'nobody' && !hasToken(kind) && (status === 'failed' || status === 'bounced')

/** The same mail to the same reader, as a new order. */
function orderOfResend(mail: MailRow): MailOrder {
  return {
    cause: causeOfResend(mail.id),
    kind: mail.kind,
    to: {
      ...{ email: mail.toEmail, name: mail.toName, language: mail.language },
      ...(mail.leadId && { leadId: mail.leadId }),
      ...(mail.userId && { userId: mail.userId }),
      ...(mail.segment && { segment: mail.segment }),
    },
    variables: mail.variables,
    ...(mail.actionUrl && { actionUrl: mail.actionUrl }),
    ...(mail.campaignId && { campaignId: mail.campaignId }),
  }
}

/** Why a user may not read the content of a mail; undefined when it may. */
function whyHidden(kind: MailKind, reader: Member, canSend: boolean): 'personal' | 'admins_only' | undefined {
  const readers = mailReaders[kind]
  if (readers === 'team') return undefined
  if (readers === 'nobody' || canSend) return 'personal'
  return isAllowed(reader, mailPermissions.readOutbox) ? undefined : 'admins_only'
}

/** A stored mail as it goes over the wire. */
async function readMessage(raw: string) {
  const { default: PostalMime } = await import('postal-mime')
  const { subject = '', html = '', text = '' } = await PostalMime.parse(raw)
  return { subject, html, text }
}

function describeHistory(
  mail: MailRow,
  response: string | null,
  between: (Omit<MailHappening, 'at'> & { at: Date })[],
): MailHappening[] {
  const end = mail.status === 'sent' || mail.status === 'bounced' ? mail.sentAt : mail.endedAt
  const ending = mail.status === 'bounced' ? 'sent' : mail.status
  const happenings = [
    { at: mail.createdAt, event: 'ordered' as const, detail: null, reason: null },
    ...between,
  ]
  if (end && (ending === 'sent' || ending === 'outbox' || ending === 'suppressed')) {
    happenings.push({ at: end, event: ending, detail: response, reason: null })
  }
  return happenings
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...happening }) => ({ at: at.toISOString(), ...happening }))
}

/** The response of a server, as a user may read it: it can name a mailbox without its domain. */
function responseFor(reader: Member, response: string | null): string | null {
  return response === null || isAllowed(reader, mailPermissions.readAddresses) ? response : codesOf(response)
}

function toMessage(mail: MailRow, reader: Member): MailMessage {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: mail.id,
    kind: mail.kind,
    status: mail.status,
    language: mail.language,
    segment: mail.segment,
    to_email: isAllowed(reader, mailPermissions.readAddresses) ? mail.toEmail : null,
    to_name: mail.toName,
    lead_id: mail.leadId,
    campaign_id: mail.campaignId,
    attempts: mail.attempts,
    response: responseFor(reader, mail.response),
    created_at: mail.createdAt.toISOString(),
    due_at: mail.dueAt.toISOString(),
    sent_at: iso(mail.sentAt),
    ended_at: iso(mail.endedAt),
    opened_at: iso(mail.openedAt),
    open_verdict: mail.openVerdict,
    clicked_at: iso(mail.clickedAt),
    click_verdict: mail.clickVerdict,
  }
}
