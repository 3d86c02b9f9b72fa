import type { TimelineEntry } from '#features/early-adopters/contract.ts'
import { createHistoryStore } from '#features/early-adopters/records/history-store.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import { visibilityFor } from '#features/early-adopters/records/visibility.ts'
import type { Database } from '#platform/postgres.ts'
import type { Member } from '#shared/roles.ts'
import type { FindNames } from '#shared/user.ts'
import { nameIn } from './notes.ts'

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

interface TimelineOptions {
  db: Database
  /** Every mail to a lead. */
  listMails: (db: Database, leadId: string) => Promise<LeadMail[]>
  /** The names of users. */
  findNames: FindNames
}

/** Everything that happened to a lead: events, mails and notes. */
export function createTimeline({ db, listMails, findNames }: TimelineOptions) {
  const history = createHistoryStore(db)

  return {
    /** What happened to a lead, newest first, without notes for those who may not read them. @throws {Problem} 404 */
    async list(
      id: string,
      { limit, offset }: { limit: number; offset: number },
      reader: Member,
    ): Promise<{ items: TimelineEntry[]; total: number }> {
      const lead = await createLeadStore(db).get(id)
      const [events, notes, mails] = await Promise.all([
        history.listEvents(id, limit + offset),
        visibilityFor(reader).notes ? history.listNotes(id) : [],
        listMails(db, id),
      ])
      const names = await findNames(
        [...events.events.map(({ actorId }) => actorId), ...notes.map(({ authorId }) => authorId)].flatMap(
          (userId) => userId ?? [],
        ),
      )
      // A sign-up inserts no event until its confirmation is ordered: the row says when it was.
      const beginning: TimelineEntry[] = events.hasBeginning
        ? []
        : [{ kind: 'registered', at: lead.createdAt.toISOString(), actor: null, detail: {} }]
      const others = [
        ...mails.flatMap(mailEntries),
        ...notes.map(
          ({ createdAt, authorId }): TimelineEntry => ({
            kind: 'noted',
            at: createdAt.toISOString(),
            actor: nameIn(names, authorId),
            detail: {},
          }),
        ),
      ]
      const happened = events.events.map(
        ({ kind, at, actorId, detail }): TimelineEntry => ({
          ...{ kind, at: at.toISOString(), actor: nameIn(names, actorId), detail: detail ?? {} },
        }),
      )
      const entries = [...happened, ...others].sort((a, b) => b.at.localeCompare(a.at))
      return {
        items: [...entries, ...beginning].slice(offset, offset + limit),
        total: events.total + others.length + beginning.length,
      }
    },
  }
}
export type Timeline = ReturnType<typeof createTimeline>

const ends = {
  outbox: 'mail_outbox',
  failed: 'mail_failed',
  bounced: 'mail_bounced',
  suppressed: 'mail_suppressed',
} as const

/** The timeline entries of a mail. */
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
  // Once it is sent, the time of its order is of no interest.
  if (entries.length === 0) tell('mail_queued', mail.createdAt)
  return entries
}
