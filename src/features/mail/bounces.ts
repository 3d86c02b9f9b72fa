import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { isAddressGone, readReply } from '#shared/server-reply.ts'
import { findMailId } from './composing.ts'
import type { BounceOutcome } from './contract.ts'
import { changeCounts } from './counts.ts'
import type { MailLinks } from './links.ts'
import { withoutAddresses } from './refusals.ts'
import { createMailStore } from './store.ts'
import type { Suppressions } from './suppression.ts'
import { mailEvents } from './table.ts'

const day = 86_400_000
/** So many mails in so many days that came back for now, and none that did not: nobody is there. */
const mostSoftBounces = 5
const softBounceDays = 30
/** After so long without a bounce a mail has arrived. */
const settledAfter = day

/** What a message says that came back instead of arriving, or that somebody sent about one. */
export interface BounceReport {
  /** The mail it is about, when it quotes its headers. */
  mailId: string | undefined
  /** The tokens of the addresses it went to or quotes. */
  tokens: string[]
  kind: 'failed' | 'delayed' | 'complaint'
  /** The other server's own words. */
  response: string
}

interface BounceOptions {
  db: Database
  clock: Clock
  links: MailLinks
  suppressions: Suppressions
}

/** Mails that come back, and complaints about them. */
export function createBounces({ db, clock, links, suppressions }: BounceOptions) {
  return {
    /** Whether somebody was asked to return a mail to this token. */
    isOurs: (token: string) => links.readLink('bounce', token) !== undefined,

    /**
     * Takes in a returned message. What it says is believed of the mail whose token it was returned to; without one, of
     * the mail that it quotes. The same report twice counts once.
     */
    async take(raw: Uint8Array, returnedTo?: string): Promise<BounceOutcome['outcome']> {
      const report = await readReport(raw)
      if (!report) return 'ignored'
      const tokens = returnedTo === undefined ? report.tokens : [returnedTo]
      const named = tokens.map((token) => links.readLink('bounce', token)?.mailId)
      const mailId = named.find(Boolean) ?? (returnedTo === undefined ? report.mailId : undefined)
      if (mailId === undefined) return 'ignored'
      const reply = readReply(report.response)
      const isHard = report.kind === 'failed' && isAddressGone(reply)
      const kind = report.kind === 'complaint' ? 'complaint' : isHard ? 'hard_bounce' : 'soft_bounce'
      const now = clock.now()
      const email = await db.transaction(async (transaction) => {
        const store = createMailStore(transaction)
        const mail = await store.lock(mailId)
        if (!mail?.sentAt) return undefined
        const response = withoutAddresses(report.response)
        const isKnown = (await store.listEvents(mailId)).some(
          (event) => event.kind === kind && event.response === response,
        )
        if (isKnown) return mail.toEmail
        await transaction.insert(mailEvents).values({ mailId, at: now, kind, response })
        if (kind === 'complaint')
          await changeCounts(transaction, mail, [{ at: now, event: 'complained', by: 1 }])
        else if (report.kind === 'failed' && mail.status === 'sent') {
          await store.update(mailId, { status: 'bounced', response, endedAt: now })
          await changeCounts(transaction, mail, [{ at: now, event: 'bounced', by: 1 }])
        }
        return mail.toEmail
      })
      if (email === undefined) return 'ignored'
      if (kind === 'complaint') await suppressions.suppress('complaint', email)
      else if (isHard || (await hasNobody(email, now))) await suppressions.suppress('hard_bounce', email)
      return kind === 'complaint' ? 'complaint' : isHard ? 'hard' : 'soft'
    },
  }

  async function hasNobody(email: string, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - softBounceDays * day)
    const settled = new Date(now.getTime() - settledAfter)
    return (await createMailStore(db).countSoftBounces(email, { since, settled })) >= mostSoftBounces
  }
}
export type Bounces = ReturnType<typeof createBounces>

/**
 * Reads a delivery status notification (RFC 3464) or a complaint (RFC 5965). Answers undefined for every other message:
 * an absence note says nothing about an address.
 */
export async function readReport(raw: Uint8Array): Promise<BounceReport | undefined> {
  const { default: PostalMime } = await import('postal-mime')
  const message = await PostalMime.parse(raw, {
    // What is quoted is read below, as the text that it is.
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  }).catch(() => undefined)
  if (!message) return undefined
  const part = (...types: string[]) => {
    const content = message.attachments.find(({ mimeType }) =>
      types.includes(mimeType.toLowerCase()),
    )?.content
    return typeof content === 'string' ? content : undefined
  }
  const quoted =
    part('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global') ?? ''
  const status = part('message/delivery-status', 'message/global-delivery-status')
  const complaint = part('message/feedback-report')
  const all = [...message.headers.map(({ value }) => value), complaint ?? '', headersOf(quoted)].join('\n')
  const about = {
    mailId: findMailId(findField(quoted, 'message-id') ?? ''),
    tokens: [...all.matchAll(/bounce\+([0-9a-f]{10,100})@/gi)].map(([, token = '']) => token),
  }
  if (complaint !== undefined) {
    // One that says "not spam" is no complaint.
    const type = findField(complaint, 'feedback-type')?.toLowerCase() ?? ''
    return type === 'not-spam' ? undefined : { ...about, kind: 'complaint', response: type }
  }
  const action = status && findField(status, 'action')?.toLowerCase()
  if (!status || (action !== 'failed' && action !== 'delayed')) return undefined
  const diagnosis = findField(status, 'diagnostic-code')?.replace(/^\s*smtp\s*;\s*/i, '')
  const code = findField(status, 'status') ?? ''
  // The other server's words first: relays often put a general code in the place of its own.
  const response = diagnosis ? `${diagnosis}${readReply(diagnosis).enhanced ? '' : ` (${code})`}` : code
  return { ...about, kind: action, response }
}

const headersOf = (message: string) => message.split(/\r?\n\r?\n/, 1)[0] ?? ''

/** The first field of a name in blocks of `name: value` lines, its folded lines joined. */
function findField(text: string, name: string): string | undefined {
  const unfolded = text.slice(0, 100_000).replace(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}
