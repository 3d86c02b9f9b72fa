import PostalMime from 'postal-mime'
import { findMailId } from '#features/mail/outbox/message-id.ts'
import { readReply } from '#shared/server-reply.ts'

// More than any notification with its quoted message has.
const deepest = 10
const longestHeaders = 64 * 1024
const mostParts = 200
const mostTokens = 20
const hyphen = 0x2d
const lineFeed = 0x0a

/** The content of a bounce or a complaint. */
export interface BounceReport {
  /** The mail it is about, when it quotes its headers. */
  mailId: string | undefined
  /** The tokens of the addresses that it was sent to or quotes. */
  tokens: string[]
  kind: 'failed' | 'delayed' | 'complaint'
  /** The response of the other server. */
  response: string
}

/**
 * Reads a delivery status notification (RFC 3464) or a complaint (RFC 5965). Returns undefined for every other message:
 * an out-of-office reply says nothing about an address.
 */
export async function readReport(raw: Uint8Array): Promise<BounceReport | undefined> {
  if (countParts(raw) > mostParts) return undefined
  const message = await PostalMime.parse(raw, {
    // The quoted message is read below, as text.
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: deepest,
    maxHeadersSize: longestHeaders,
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
    tokens: [...new Set(all.match(/(?<=bounce\+)[0-9a-f]{10,100}(?=@)/gi))].slice(0, mostTokens),
  }
  if (complaint !== undefined) {
    // A report of the type "not-spam" is no complaint.
    const type = findField(complaint, 'feedback-type')?.toLowerCase() ?? ''
    return type === 'not-spam' ? undefined : { ...about, kind: 'complaint', response: type }
  }
  const action = status && findField(status, 'action')?.toLowerCase()
  if (!status || (action !== 'failed' && action !== 'delayed')) return undefined
  const diagnosis = findField(status, 'diagnostic-code')?.replace(/^\s*smtp\s*;\s*/i, '')
  const code = findField(status, 'status') ?? ''
  // The response of the other server first: relays often replace its code with a general one.
  const response = diagnosis ? `${diagnosis}${readReply(diagnosis).enhanced ? '' : ` (${code})`}` : code
  return { ...about, kind: action, response }
}

/** How many lines there are that may begin a part. */
function countParts(raw: Uint8Array): number {
  let count = 0
  for (let at = raw.indexOf(hyphen); at >= 0; at = raw.indexOf(hyphen, at + 1)) {
    const beginsLine = at === 0 || raw[at - 1] === lineFeed
    if (beginsLine && raw[at + 1] === hyphen && raw[at + 2] !== hyphen) count++
  }
  return count
}

const headersOf = (message: string) => message.split(/\r?\n\r?\n/, 1)[0] ?? ''

/** The first field of that name in blocks of `name: value` lines, its folded lines joined. */
function findField(text: string, name: string): string | undefined {
  const unfolded = text.slice(0, 100_000).replace(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}
