import {
  and,
  asc,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { type SignatureQuery, type SignatureState, signatureStates } from './contract.ts'
import { signatures } from './table.ts'

export type SignatureRow = typeof signatures.$inferSelect
type Changes = Partial<Omit<SignatureRow, 'id' | 'keyIndex'>>

const isUnended = and(isNull(signatures.revokedAt), isNull(signatures.erasedAt))
/** Whether a signature can still be activated by a link, or could if it had not expired. */
const isWaiting = and(isUnended, isNull(signatures.activatedAt))

/** The state of a signature, as a value of a query. */
const stateAt = (now: Date) => sql<SignatureState>`CASE
  WHEN ${signatures.revokedAt} IS NOT NULL THEN 'revoked'
  WHEN ${signatures.activatedAt} IS NOT NULL THEN 'activated'
  WHEN ${signatures.expiresAt} <= ${now}::timestamptz OR ${signatures.erasedAt} IS NOT NULL THEN 'expired'
  WHEN ${signatures.startedAt} IS NOT NULL THEN 'started'
  WHEN ${signatures.openedAt} IS NOT NULL THEN 'opened'
  ELSE 'sent' END`

/** The state of a signature at a moment. */
export function stateOf(row: SignatureRow, now: Date): SignatureState {
  if (row.revokedAt) return 'revoked'
  if (row.activatedAt) return 'activated'
  if (row.expiresAt <= now || row.erasedAt) return 'expired'
  if (row.startedAt) return 'started'
  return row.openedAt ? 'opened' : 'sent'
}

/** What was removed from a signature when its holder was erased. */
const withoutPerson = {
  ...{ leadId: null, address: null, publicKey: null, statement: null, statementSignature: null },
  ...{ fullName: null, organization: null, position: null, country: null, phoneNumber: null },
  ...{ linkedinProfile: null, useCase: null, language: null, revokeReason: null },
} as const satisfies Changes

/** Which of the searched signatures a reader may find by what people wrote. */
interface Search {
  isFound(leadId: AnyPgColumn, search: string): SQL
  readsForms: boolean
}

/** When reminders are due. */
export interface ReminderTime {
  now: Date
  /** How many hours before the end of a link. */
  hours: number
}

/** Whether a signature is to be reminded of: its link ends soon, and was sent longer before its end than that. */
function isToBeReminded({ now, hours }: ReminderTime): SQL | undefined {
  const before = sql`make_interval(hours => ${hours}::integer)`
  return and(
    isWaiting,
    isNull(signatures.remindedAt),
    gt(signatures.expiresAt, now),
    lte(signatures.expiresAt, sql`${now}::timestamptz + ${before}`),
    lt(signatures.invitedAt, sql`${signatures.expiresAt} - ${before}`),
  )
}

/** Whether reminders are due, by a condition that admits leads. */
export const someAreToBeReminded = (time: ReminderTime, isReachable: (leadId: AnyPgColumn) => SQL) =>
  sql`EXISTS (SELECT FROM ${signatures} WHERE ${isToBeReminded(time)} AND ${isReachable(signatures.leadId)})`

/** The queries on signatures. Give it a transaction to make several of them one. */
export function createSignatureStore(db: Database) {
  return {
    async insert(rows: (typeof signatures.$inferInsert)[]): Promise<SignatureRow[]> {
      return rows.length > 0 ? db.insert(signatures).values(rows).returning() : []
    },

    async find(id: string): Promise<SignatureRow | undefined> {
      const [row] = await db.select().from(signatures).where(eq(signatures.id, id))
      return row
    },

    /** The signature of a lead: the one that is not revoked, else the newest. */
    async findOfLead(leadId: string): Promise<SignatureRow | undefined> {
      const [row] = await db
        .select()
        .from(signatures)
        .where(eq(signatures.leadId, leadId))
        .orderBy(sql`${signatures.revokedAt} IS NOT NULL`, desc(signatures.invitedAt), desc(signatures.id))
        .limit(1)
      return row
    },

    /** All signatures of a lead, newest first. */
    listOfLead: (leadId: string): Promise<SignatureRow[]> =>
      db
        .select()
        .from(signatures)
        .where(eq(signatures.leadId, leadId))
        .orderBy(desc(signatures.invitedAt), desc(signatures.id)),

    /** Locks a signature until the transaction ends. Its lead is to be locked before. */
    async lock(id: string): Promise<SignatureRow | undefined> {
      const [row] = await db.select().from(signatures).where(eq(signatures.id, id)).for('update')
      return row
    },

    /** Locks the signatures of leads that are not revoked. */
    lockOfLeads: (leadIds: readonly string[]): Promise<SignatureRow[]> =>
      db
        .select()
        .from(signatures)
        .where(and(inArray(signatures.leadId, [...leadIds]), isUnended))
        .orderBy(asc(signatures.id))
        .for('update'),

    /** The leads of the next signatures to be reminded of. */
    async listToRemind(
      time: ReminderTime,
      isReachable: (leadId: AnyPgColumn) => SQL,
      limit: number,
    ): Promise<string[]> {
      const rows = await db
        .select({ leadId: signatures.leadId })
        .from(signatures)
        .where(and(isToBeReminded(time), isReachable(signatures.leadId)))
        .orderBy(asc(signatures.expiresAt), asc(signatures.id))
        .limit(limit)
      return rows.flatMap(({ leadId }) => leadId ?? [])
    },

    /** Locks those of the signatures of leads that are still to be reminded of. */
    lockToRemind: (time: ReminderTime, leadIds: readonly string[]): Promise<SignatureRow[]> =>
      db
        .select()
        .from(signatures)
        .where(and(isToBeReminded(time), inArray(signatures.leadId, [...leadIds])))
        .orderBy(asc(signatures.id))
        .for('update'),

    async update(id: string, changes: Changes): Promise<SignatureRow> {
      const [row] = await db.update(signatures).set(changes).where(eq(signatures.id, id)).returning()
      if (!row) throw new Error('a locked signature is gone')
      return row
    },

    /** Signatures, newest first, and how many there are. */
    async list(query: SignatureQuery, now: Date, { isFound, readsForms }: Search) {
      const { state, search, lead_id, limit, offset } = query
      const pattern = containing(search ?? '')
      const wanted = and(
        state === undefined ? undefined : eq(stateAt(now), state),
        lead_id === undefined ? undefined : eq(signatures.leadId, lead_id),
        search
          ? or(
              isFound(signatures.leadId, search),
              ilike(signatures.address, pattern),
              readsForms ? ilike(signatures.fullName, pattern) : undefined,
              readsForms ? ilike(signatures.organization, pattern) : undefined,
            )
          : undefined,
      )
      const rows = await db
        .select()
        .from(signatures)
        .where(wanted)
        .orderBy(desc(signatures.invitedAt), desc(signatures.id))
        .limit(limit)
        .offset(offset)
      return { rows, total: await db.$count(signatures, wanted) }
    },

    /** All signatures in the order of their ids, a part at a time. */
    async *walk(partSize = 500): AsyncGenerator<SignatureRow[]> {
      for (let last: string | undefined; ; ) {
        const rows: SignatureRow[] = await db
          .select()
          .from(signatures)
          .where(last === undefined ? undefined : gt(signatures.id, last))
          .orderBy(asc(signatures.id))
          .limit(partSize)
        last = rows.at(-1)?.id
        if (last === undefined) return
        yield rows
      }
    },

    /** How many there are in each state. */
    async countByState(now: Date): Promise<Record<SignatureState, number>> {
      const state = stateAt(now).as('state')
      const found = db.select({ state }).from(signatures).as('found')
      const rows = await db
        .select({ state: found.state, total: sql<number>`count(*)`.mapWith(Number) })
        .from(found)
        .groupBy(found.state)
      const totals = new Map(rows.map((row) => [row.state, row.total]))
      const countOf = (one: SignatureState) => totals.get(one) ?? 0
      return Object.fromEntries(signatureStates.map((one) => [one, countOf(one)])) as Record<
        SignatureState,
        number
      >
    },

    /** Removes everything that could name the person from a lead's signatures; returns what they were. */
    async erase(leadId: string, erasedAt: Date): Promise<{ id: string; ledgerEntry: string | null }[]> {
      return db
        .update(signatures)
        .set({ ...withoutPerson, erasedAt })
        .where(eq(signatures.leadId, leadId))
        .returning({ id: signatures.id, ledgerEntry: signatures.ledgerEntry })
    },
  }
}

/**
 * How far leads have come with their signatures: a subquery with the columns `lead_id`, `started_at` and `activated_at`, in
 * which everybody is who has begun the form. Who has activated has also begun.
 */
export function signatureSteps(): SQL {
  return sql`(SELECT ${signatures.leadId} AS lead_id, min(${signatures.startedAt}) AS started_at,
    min(${signatures.activatedAt}) AS activated_at FROM ${signatures}
    WHERE ${isNotNull(signatures.leadId)} AND ${isNotNull(signatures.startedAt)} GROUP BY ${signatures.leadId})`
}
