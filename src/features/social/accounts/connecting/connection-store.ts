import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { ConnectionFailure } from '#features/social/accounts/contract.ts'
import { verifierPurpose } from '#features/social/accounts/purposes.ts'
import type { PlatformId } from '#features/social/contract.ts'
import { socialConnections } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'

export type ConnectionRow = typeof socialConnections.$inferSelect

interface Proof {
  stateDigest: string
  browserDigest: string
  platforms: readonly PlatformId[]
}

/** The queries on accounts that are being connected at their platform's page. */
export function createConnectionStore(db: Database) {
  return {
    async insert(connection: typeof socialConnections.$inferInsert): Promise<void> {
      await db.insert(socialConnections).values(connection)
    },

    async find(id: string): Promise<ConnectionRow | undefined> {
      const [row] = await db.select().from(socialConnections).where(eq(socialConnections.id, id))
      return row
    },

    /** The connection of a state. */
    async findByState(stateDigest: string): Promise<ConnectionRow | undefined> {
      const [row] = await db
        .select()
        .from(socialConnections)
        .where(eq(socialConnections.stateDigest, stateDigest))
      return row
    },

    /**
     * Takes a connection that has come back, so that no other request does: of several at once one alone gets it. Its state is
     * forgotten; `until` is when it counts as lost at the latest.
     */
    async take(
      { stateDigest, browserDigest, platforms }: Proof,
      { now, until }: { now: Date; until: Date },
    ): Promise<ConnectionRow | undefined> {
      const [row] = await db
        .update(socialConnections)
        .set({
          stateDigest: sql`'used ' || ${socialConnections.id}::text`,
          expiresAt: sql`greatest(${socialConnections.expiresAt}, ${until.toISOString()}::timestamptz)`,
        })
        .where(
          and(
            eq(socialConnections.stateDigest, stateDigest),
            eq(socialConnections.browserDigest, browserDigest),
            eq(socialConnections.state, 'waiting'),
            gt(socialConnections.expiresAt, now),
            sql`${socialConnections.platform} = ANY(${sql.param([...platforms])}::text[])`,
          ),
        )
        .returning()
      return row
    },

    /** Records what has become of a connection, and forgets its verifier. */
    async finish(id: string, end: { accountId: string } | ConnectionEnd): Promise<void> {
      await db
        .update(socialConnections)
        .set({ codeVerifier: null, ...('accountId' in end ? { ...end, state: 'connected' } : end) })
        .where(eq(socialConnections.id, id))
    },

    async deleteBefore(moment: Date): Promise<void> {
      await db.delete(socialConnections).where(lt(socialConnections.expiresAt, moment))
    },
  }
}

/** How a connection has ended without an account. */
export interface ConnectionEnd {
  state: 'refused' | 'failed'
  failure: ConnectionFailure
  /** What the platform said. */
  sentence: string | null
}

/** The verifiers of PKCE, to be encrypted under another secret. */
export const connectionVerifiers: EncryptedRows = {
  purpose: verifierPurpose,
  async list(db) {
    const rows = await db
      .select({ context: socialConnections.id, stored: socialConnections.codeVerifier })
      .from(socialConnections)
      .where(isNotNull(socialConnections.codeVerifier))
    return rows.flatMap(({ context, stored }) => (stored === null ? [] : [{ context, stored }]))
  },
  async replace(db, { context, stored }, renewed) {
    await db
      .update(socialConnections)
      .set({ codeVerifier: renewed })
      .where(and(eq(socialConnections.id, context), eq(socialConnections.codeVerifier, stored)))
  },
}
