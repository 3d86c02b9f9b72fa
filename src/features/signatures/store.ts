import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { SignatureState } from './contract.ts'
import { signatures } from './table.ts'

export type SignatureRow = typeof signatures.$inferSelect
type Changes = Partial<Omit<SignatureRow, 'id' | 'statusIndex'>>

/** Whether a signature is neither revoked nor erased. */
export const isUnended = and(isNull(signatures.revokedAt), isNull(signatures.erasedAt))
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

    async findByCertificate(certificateId: string): Promise<SignatureRow | undefined> {
      const [row] = await db.select().from(signatures).where(eq(signatures.certificateId, certificateId))
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

    async update(id: string, changes: Changes): Promise<SignatureRow> {
      const [row] = await db.update(signatures).set(changes).where(eq(signatures.id, id)).returning()
      if (!row) throw new Error('a locked signature is gone')
      return row
    },

    /** Removes everything that could name the person from a lead's signatures; returns what they were. */
    async erase(leadId: string, erasedAt: Date): Promise<{ id: string; ledgerEntry: string | null }[]> {
      return db
        .update(signatures)
        .set({ ...withoutPerson, erasedAt })
        .where(eq(signatures.leadId, leadId))
        .returning({ id: signatures.id, ledgerEntry: signatures.ledgerEntry })
    },

    /** The same for signatures whose leads are gone; returns their ids. */
    async eraseOrphans(erasedAt: Date): Promise<string[]> {
      const rows = await db
        .update(signatures)
        .set({ ...withoutPerson, erasedAt })
        .where(and(isNull(signatures.leadId), isNull(signatures.erasedAt)))
        .returning({ id: signatures.id })
      return rows.map(({ id }) => id)
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
