import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Notify } from '#feature.ts'
import type { NewLedgerEntry } from '#features/ledger/model.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { Member } from '#shared/roles.ts'
import type { Segment } from '#shared/segments.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'
import type { CertificateAnchor, CertificateRecord } from './contract.ts'

/** The data of a lead that an invitation needs. */
export interface SignatureLead {
  id: string
  name: string
  email: string
  language: Language
  segment: Segment
  /** Whether mails that they did not ask for may be sent to them. */
  isReachable: boolean
}

/** The leads of a segment who had joined before a time. */
export interface SegmentAt {
  segment: Segment
  joinedBy: Date
}

/** What signatures need of the leads' feature. Each call runs in the caller's transaction. */
export interface SignatureLeads {
  /** The leads of these ids, whom nobody else changes until the transaction ends; always locked in the same order. */
  lock(db: Database, ids: readonly string[]): Promise<SignatureLead[]>
  exists(db: Database, id: string): Promise<boolean>
  /** The id of the lead with an address. */
  findByAddress(db: Database, email: string): Promise<string | undefined>
  /** The condition that a column names a lead whom mails may be sent to that they did not ask for. */
  isReachable(db: Database, leadId: AnyPgColumn): SQL
  /** The condition that a column names a lead whom a search finds, for this user. */
  isFound(db: Database, leadId: AnyPgColumn, search: string, reader: Member): SQL
  findNames(db: Database, ids: string[]): Promise<Map<string, string>>
  countSegment(db: Database, segment: SegmentAt): Promise<number>
  /** The next ids of a segment in the order of ids, after one of them or from the first. */
  nextOfSegment(db: Database, segment: SegmentAt, after: string | null, limit: number): Promise<string[]>
  /** Brings back leads of before a restore, as far as they were there. */
  bringBack(db: Database, ids: readonly string[]): Promise<void>
  /** Notes that a lead was in contact with the programme. */
  noteContact(db: Database, id: string, at: Date): Promise<void>
}

/** The entries of signatures in a lead's history. */
export type SignatureEventKind = 'signature_invited' | 'signature_activated' | 'signature_revoked'

/** What signatures tell others of what happens, in the transaction in which it does. */
export interface SignatureOutlets {
  /** Adds to the history of leads. */
  noteEvents(
    db: Database,
    events: { leadId: string; kind: SignatureEventKind; actorId: string | null }[],
  ): Promise<void>
  /** Orders mails. */
  postMails(db: Database, orders: MailOrder[]): Promise<void>
  /** Tells programs of others what has happened. */
  announce(db: Database, events: readonly WebhookEvent[]): Promise<void>
  /** Tells the team: the last statement of a transaction. */
  notify: Notify
  /** Records facts in the ledger. */
  recordInLedger(db: Database, entries: readonly NewLedgerEntry[]): Promise<void>
  /** Forgets what was recorded about signatures; the entries stay. */
  forgetInLedger(db: Database, signatureIds: readonly string[]): Promise<void>
}

/** What signatures read of the ledger. */
export interface SignatureLedger {
  /** Proves that an entry is in the newest signed tree; undefined while it is not, and once it was forgotten. */
  proveEntry(entryId: string): Promise<NonNullable<CertificateRecord['ledger']> | undefined>
  /** The proof that a statement is in a ledger of samples, which has nothing to do with this one. */
  proveSample(
    statement: Readonly<Record<string, unknown>>,
    at: Date,
  ): Promise<NonNullable<CertificateRecord['ledger']>>
  /** The first checkpoint in a public chain whose tree has an entry. */
  findAnchor(entryId: string): Promise<CertificateAnchor | undefined>
  /** The number of an entry in the tree; undefined for the second before it is in it. */
  findEntryNumber(entryId: string): Promise<number | undefined>
  /** Adds to the tree all that was recorded before the call. */
  sequence(): Promise<unknown>
}

/** Those of one kind of credentials that do not count any more. */
interface StatusSource {
  /** The path of the lists, which their number follows. */
  path: string
  lastIndex(): Promise<number>
  listVoid(from: number, to: number): Promise<number[]>
}

/** The issuer of credentials, who is that of badges. */
export interface CredentialIssuing {
  did: string
  /** Signs documents: Data Integrity, eddsa-rdfc-2022. */
  prove(documents: { '@context': (string | object)[] }[]): Promise<object[]>
  makeStatusLists(source: StatusSource): {
    /** What a credential says of where its status is listed. */
    describe(index: number): object
    /** A signed list of bits. @throws {Problem} 404 */
    get(list: number): Promise<object>
  }
}
