import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { NewLedgerEntry } from '#features/ledger/model.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import type { Member } from '#shared/roles.ts'
import type { Segment } from '#shared/segments.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'

/** The data of a lead that an award needs. */
export interface BadgeLead {
  id: string
  name: string
  email: string
  language: Language
  segment: Segment
  badges: BadgeType[]
}

/** The leads of a segment who had joined before a time. */
export interface SegmentAt {
  segment: Segment
  joinedBy: Date
}

/** What badges need of the leads' feature. Each call runs in the caller's transaction. */
export interface BadgeLeads {
  lock(db: Database, ids: string[]): Promise<BadgeLead[]>
  exists(db: Database, id: string): Promise<boolean>
  /** Brings back leads of before a restore, as far as they were there. */
  bringBack(db: Database, ids: readonly string[]): Promise<void>
  /** Sets the badges of all leads to those of a subquery with the columns `lead_id` and `badges`. */
  setBadges(db: Database, held: SQL): Promise<void>
  addBadge(db: Database, ids: string[], type: BadgeType): Promise<void>
  removeBadge(db: Database, id: string, type: BadgeType): Promise<void>
  /** The condition that a column names a lead whom a search finds, for this user. */
  isFound(db: Database, leadId: AnyPgColumn, search: string, reader: Member): SQL
  findNames(db: Database, ids: string[]): Promise<Map<string, string>>
  countSegment(db: Database, segment: SegmentAt): Promise<number>
  /** The next ids of a segment in the order of ids, after one of them or from the first. */
  nextOfSegment(db: Database, segment: SegmentAt, after: string | null, limit: number): Promise<string[]>
  countByBadge(db: Database): Promise<Map<string, number>>
}

/** The entries of badges in a lead's history. */
export type BadgeEventKind = 'badge_awarded' | 'badge_revoked'

/** Adds to the history of leads. */
export type NoteLeadEvents = (
  db: Database,
  events: { leadId: string; kind: BadgeEventKind; actorId: string | null; detail: Record<string, string> }[],
) => Promise<void>

/** Orders mails in the caller's transaction. */
export type PostMails = (db: Database, orders: MailOrder[]) => Promise<void>

/** What badges need of the ledger, in the transaction of what is recorded or erased. */
export interface BadgeLedger {
  record(db: Database, entries: readonly NewLedgerEntry[]): Promise<void>
  /** Forgets what was recorded about awards. */
  forget(db: Database, awardIds: readonly string[]): Promise<void>
}

/** Tells programs of others what has happened, in the transaction of the change. */
export type AnnounceEvents = (db: Database, events: readonly WebhookEvent[]) => Promise<void>
