import type { MailMessage } from '#features/mail/contract.ts'
import { notComposed } from '#features/mail/model.ts'
import { isAddressGone, readReply } from '#shared/server-reply.ts'

/** Why a mail did not arrive: our own code, or the code in the other server's response (RFC 3463). */
export type Cause =
  | 'address'
  | 'full'
  | 'disliked'
  | 'busy'
  | 'unreachable'
  | 'cancelled'
  | 'restored'
  | 'stopped'
  | 'not_composed'
  | 'refused'

/** Reads the cause of a failure; undefined for a mail without a response. */
export function explainFailure({
  status,
  response,
  attempts,
}: Pick<MailMessage, 'status' | 'response' | 'attempts'>): Cause | undefined {
  const isWaiting = status === 'queued' && attempts > 0
  if (status === 'suppressed')
    return response === 'cancelled' || response === 'restored' ? response : 'stopped'
  if (status !== 'failed' && status !== 'bounced' && !isWaiting) return undefined
  if (response === notComposed) return 'not_composed'
  const reply = readReply(response ?? '')
  const { code = 0, enhanced = '' } = reply
  if (isAddressGone(reply)) return 'address'
  if (/^[45]\.2\.2$/.test(enhanced) || code === 552 || code === 452) return 'full'
  if (/^5\.[67]\./.test(enhanced) || code === 554) return 'disliked'
  if (enhanced.startsWith('4') || (code >= 400 && code < 500)) return 'busy'
  return enhanced.startsWith('5') || code >= 500 ? 'refused' : 'unreachable'
}
