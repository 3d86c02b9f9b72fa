import type { z } from 'zod'
import type { MailTransport, UnfinishedMails } from '#features/mail/contract.ts'

export type MailWarnings = { name: 'missing' | 'unreachable' | 'notComposed'; count: number }[]

/** What keeps mails from going out. */
export function findMailWarnings(
  transport: z.infer<typeof MailTransport>,
  { not_composed }: UnfinishedMails,
): MailWarnings {
  const warnings: MailWarnings = []
  if (!transport.configured) warnings.push({ name: 'missing', count: 0 })
  else if (transport.reachable === false) warnings.push({ name: 'unreachable', count: 0 })
  if (not_composed > 0) warnings.push({ name: 'notComposed', count: not_composed })
  return warnings
}
