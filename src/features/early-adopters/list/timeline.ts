import type { TimelineEntry } from '#features/early-adopters/contract.ts'

/** What the timeline needs to know of a mail. */
export interface LeadMail {
  kind: string
  status: string
  createdAt: Date
  sentAt: Date | null
  endedAt: Date | null
  openedAt: Date | null
  openVerdict: string | null
  clickedAt: Date | null
  clickVerdict: string | null
}

const ends = {
  outbox: 'mail_outbox',
  failed: 'mail_failed',
  bounced: 'mail_bounced',
  suppressed: 'mail_suppressed',
} as const

/** What became of a mail, step by step. */
export function mailEntries(mail: LeadMail): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  const tell = (kind: TimelineEntry['kind'], at: Date | null, verdict?: string | null) => {
    if (!at) return
    const detail = { mail: mail.kind, ...(verdict && { verdict }) }
    entries.push({ kind, at: at.toISOString(), actor: null, detail })
  }
  tell('mail_clicked', mail.clickedAt, mail.clickVerdict)
  tell('mail_opened', mail.openedAt, mail.openVerdict)
  if (mail.status in ends)
    tell(ends[mail.status as keyof typeof ends], mail.endedAt ?? mail.sentAt ?? mail.createdAt)
  tell('mail_sent', mail.sentAt)
  // Once it has gone, when it was ordered tells nobody anything.
  if (entries.length === 0) tell('mail_queued', mail.createdAt)
  return entries
}
