import { and, asc, desc, eq, gt, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { type SignatureQuery, type SignatureState, signatureStates } from './contract.ts'
import type { SignatureRow } from './store.ts'
import { signatures } from './table.ts'

/** The state of a signature, as a value of a query. */
const stateAt = (now: Date) => sql<SignatureState>`CASE
  WHEN ${signatures.revokedAt} IS NOT NULL THEN 'revoked'
  WHEN ${signatures.activatedAt} IS NOT NULL THEN 'activated'
  WHEN ${signatures.expiresAt} <= ${now}::timestamptz OR ${signatures.erasedAt} IS NOT NULL THEN 'expired'
  WHEN ${signatures.startedAt} IS NOT NULL THEN 'started'
  WHEN ${signatures.openedAt} IS NOT NULL THEN 'opened'
  ELSE 'sent' END`

/** Which of the searched signatures a reader may find by what people wrote. */
interface Search {
  isFound(leadId: AnyPgColumn, search: string): SQL
  readsForms: boolean
}

/** The queries on many signatures. */
export function createSignatureListStore(db: Database) {
  return {
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
  }
}
