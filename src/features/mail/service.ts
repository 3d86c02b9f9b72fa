import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { Composing } from './composing.ts'
import type { MailDetail, MailHappening, MailMessage, MailOrder, MailQuery } from './contract.ts'
import type { MailLinks } from './links.ts'
import { createMailStore, type MailRow } from './store.ts'
import { isAskedFor, type Suppressions } from './suppression.ts'
import { untrackLinks } from './tracked-links.ts'

interface MailOptions {
  db: Database
  clock: Clock
  suppressions: Suppressions
  preview: Composing['preview']
  links: MailLinks
  publicUrl: string
}

/** The mails of the product: ordering them, and looking at what became of them. */
export function createMail({ db, clock, suppressions, preview, links, publicUrl }: MailOptions) {
  const store = createMailStore(db)

  /** What a mail says: as it went, where that was kept, else as it would be written now. */
  async function read(mail: MailRow): Promise<{ subject: string; html: string; text: string } | undefined> {
    if (mail.raw !== null) return readMessage(mail.raw)
    const isForgotten = isAskedFor(mail.kind) && mail.status === 'sent'
    return isForgotten ? undefined : preview(mail).catch(() => undefined)
  }

  return {
    /** Orders mails in the caller's transaction. One whose cause has had its mail is not ordered again. */
    async post(transaction: Database, orders: readonly MailOrder[]): Promise<void> {
      const mails = orders.map((order) => ({ ...order, id: randomUUID() }))
      await createMailStore(transaction).insertMany(mails, clock.now())
    },

    /** A page of the mails, newest first, and how many the filter lets through in all. */
    async list(query: MailQuery): Promise<{ items: MailMessage[]; total: number }> {
      const { rows, total } = await store.list(query)
      return { items: rows.map(toMessage), total }
    },

    /**
     * A mail with all that is known of it. For whoever is no admin, without the links by which its reader is known; the
     * one to a new password is nobody's but its reader's.
     * @throws {Problem} 404
     */
    async get(id: string, { isAdmin }: { isAdmin: boolean }): Promise<MailDetail> {
      const mail = await store.find(id)
      if (!mail) throw new Problem('mail_not_found', 404)
      const [content, events, hits, again] = await Promise.all([
        read(mail),
        store.listEvents(id),
        store.listHits(id),
        store.findByCause(causeOfResend(id)),
      ])
      const seesAll = isAdmin && mail.kind !== 'password_reset'
      const shown = (text: string) => (seesAll ? text : hidePersonalLinks(text))
      const html = content && untrackLinks(content.html, { links, targets: mail.links, publicUrl })
      return {
        ...toMessage(mail),
        cause: mail.cause,
        subject: content?.subject ?? null,
        html: html === undefined ? null : shown(html),
        text: content ? shown(content.text) : null,
        raw: seesAll ? mail.raw : null,
        can_resend: !again && canResend(mail),
        history: describeHistory(mail, [
          ...events.map(({ at, kind, response }) => ({ at, event: kind, detail: response, reason: null })),
          ...hits.map(({ at, kind, verdict, reason }) => ({ at, event: kind, detail: verdict, reason })),
        ]),
      }
    },

    /**
     * Orders a mail that did not arrive once more, as a mail of its own; whoever asks twice gets the same one.
     * @throws {Problem} 404, 409 when it arrived or may yet, or when its address is sent nothing
     */
    async resend(id: string): Promise<MailMessage> {
      const mail = await store.find(id)
      if (!mail) throw new Problem('mail_not_found', 404)
      const cause = causeOfResend(id)
      const known = await store.findByCause(cause)
      if (known) return toMessage(known)
      if (!canResend(mail)) throw new Problem('mail_not_resendable', 409)
      if (await suppressions.isStopped(mail.kind, mail.toEmail)) throw new Problem('mail_stopped', 409)
      await this.post(db, [
        {
          cause,
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
        },
      ])
      const ordered = await store.findByCause(cause)
      if (!ordered) throw new Problem('mail_not_found', 404)
      return toMessage(ordered)
    },
  }
}
export type Mail = ReturnType<typeof createMail>

const causeOfResend = (id: string) => `resend:${id}`
const canResend = ({ status }: MailRow) => status === 'failed' || status === 'bounced' || status === 'kept'

/** A mail that was kept as it goes over the wire. */
async function readMessage(raw: string) {
  const { default: PostalMime } = await import('postal-mime')
  const { subject = '', html = '', text = '' } = await PostalMime.parse(raw)
  return { subject, html, text }
}

/** Takes out of a text what stands for its reader: every address that ends in a token. The id of a page is none. */
function hidePersonalLinks(text: string): string {
  return text.replace(/(https?:\/\/[^\s"'<>]*\/)(?![\da-f]{8}-[\da-f]{4}-)[\w-]{30,}(?![\w/-])/g, '$1…')
}

function describeHistory(
  mail: MailRow,
  between: (Omit<MailHappening, 'at'> & { at: Date })[],
): MailHappening[] {
  const end = mail.status === 'sent' || mail.status === 'bounced' ? mail.sentAt : mail.endedAt
  const ending = mail.status === 'bounced' ? 'sent' : mail.status
  const happenings = [
    { at: mail.createdAt, event: 'ordered' as const, detail: null, reason: null },
    ...between,
  ]
  if (end && (ending === 'sent' || ending === 'kept' || ending === 'suppressed')) {
    happenings.push({ at: end, event: ending, detail: mail.response, reason: null })
  }
  return happenings
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...happening }) => ({ at: at.toISOString(), ...happening }))
}

function toMessage(mail: MailRow): MailMessage {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: mail.id,
    kind: mail.kind,
    status: mail.status,
    language: mail.language,
    segment: mail.segment,
    to_email: mail.toEmail,
    to_name: mail.toName,
    lead_id: mail.leadId,
    campaign_id: mail.campaignId,
    attempts: mail.attempts,
    response: mail.response,
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
