import { z } from 'zod'
import type { MailTransport, UnfinishedMails } from '#features/mail/contract.ts'

const MailWarnings = z.array(
  z.object({ name: z.enum(['missing', 'unreachable', 'notComposed']), count: z.number() }),
)
export type MailWarnings = z.infer<typeof MailWarnings>

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

/** Reads what was kept; undefined when nothing was, or nothing that can be read. */
export function readMailWarnings(text: string | null): MailWarnings | undefined {
  try {
    return MailWarnings.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
