import type { MailMessage } from '../contract.ts'

/** Why a mail did not arrive, as far as the other server's answer tells (RFC 3463). */
export type Cause =
  | 'address'
  | 'full'
  | 'disliked'
  | 'busy'
  | 'unreachable'
  | 'cancelled'
  | 'stopped'
  | 'refused'

/** Reads the cause of a failure; undefined for a mail that nothing has happened to. */
export function explainFailure({
  status,
  response,
  attempts,
}: Pick<MailMessage, 'status' | 'response' | 'attempts'>): Cause | undefined {
  const isWaiting = status === 'queued' && attempts > 0
  if (status === 'suppressed') return response === 'cancelled' ? 'cancelled' : 'stopped'
  if (status !== 'failed' && status !== 'bounced' && !isWaiting) return undefined
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0] ?? ''
  const reply = Number(/(?:^|\D)([45]\d\d)(?:\D|$)/.exec(response ?? '')?.[1] ?? 0)
  if (/^[45]\.1\.|^5\.2\.1/.test(code)) return 'address'
  if (/^[45]\.2\.2/.test(code) || reply === 552 || reply === 452) return 'full'
  if (/^5\.[67]\./.test(code) || reply === 554) return 'disliked'
  if (/^4/.test(code) || (reply >= 400 && reply < 500)) return 'busy'
  if (reply >= 500) return code === '' && [550, 551, 553].includes(reply) ? 'address' : 'refused'
  return code.startsWith('5') ? 'refused' : 'unreachable'
}
