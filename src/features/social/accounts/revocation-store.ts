import { and, eq, lt, sql } from 'drizzle-orm'
import { socialAccounts } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'
import { type AccountRow, hasTokens, isConnected } from './store.ts'

/** The queries on accounts that are disconnected. Give it a transaction to make several of them one. */
export function createRevocationStore(db: Database) {
  return {
    /** Marks an account as disconnected; its tokens stay until they are revoked. Undefined when it was not connected. */
    async disconnect(id: string, now: Date): Promise<AccountRow | undefined> {
      const [row] = await db
        .update(socialAccounts)
        .set({ disconnectedAt: now })
        .where(and(eq(socialAccounts.id, id), isConnected))
        .returning()
      return row
    },

    /** Deletes the tokens of an account that was disconnected, unless it was connected anew meanwhile. */
    async deleteTokens({ id, disconnectedAt }: Pick<AccountRow, 'id' | 'disconnectedAt'>): Promise<void> {
      if (disconnectedAt === null) return
      await db
        .update(socialAccounts)
        .set({
          ...{ accessToken: null, refreshToken: null, expiresAt: null, refreshExpiresAt: null },
          ...{ renewingUntil: null, fault: null, faultSentence: null, failingSince: null, quota: null },
          tokenVersion: sql`${socialAccounts.tokenVersion} + 1`,
        })
        .where(and(eq(socialAccounts.id, id), eq(socialAccounts.disconnectedAt, disconnectedAt)))
    },

    /** Accounts that were disconnected before a moment and still have tokens, since the process ended. */
    listUnrevoked: (before: Date): Promise<AccountRow[]> =>
      db
        .select()
        .from(socialAccounts)
        .where(and(hasTokens, lt(socialAccounts.disconnectedAt, before)))
        .limit(20),
  }
}

/** A condition that holds while a disconnected account has tokens. */
export const hasUnrevoked = (before: Date) => sql`EXISTS (SELECT FROM social_accounts
  WHERE disconnected_at < ${before.toISOString()}::timestamptz AND (access_token IS NOT NULL OR refresh_token IS NOT NULL))`
