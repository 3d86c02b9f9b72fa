import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AccountFault } from '#features/social/accounts/contract.ts'
import type { AccountRow, NewAccountRow } from '#features/social/accounts/store.ts'
import { socialAccounts } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The tokens of an account, as whoever read them knows them. */
export type KnownTokens = Pick<AccountRow, 'id' | 'tokenVersion'>

const isSame = ({ id, tokenVersion }: KnownTokens) =>
  and(
    eq(socialAccounts.id, id),
    eq(socialAccounts.tokenVersion, tokenVersion),
    isNull(socialAccounts.disconnectedAt),
  )

/** The queries on the tokens of accounts. Each applies only while the tokens are those that are known. */
export function createTokenStore(db: Database) {
  return {
    /**
     * Lets this process alone renew tokens for a while, by the clock of the database. Returns whether it may: not while another does,
     * nor when the tokens have changed.
     */
    async lease(known: KnownTokens, milliseconds: number): Promise<boolean> {
      const leased = await db
        .update(socialAccounts)
        .set({ renewingUntil: sql`clock_timestamp() + ${milliseconds} * interval '1 millisecond'` })
        .where(
          and(
            isSame(known),
            sql`(${socialAccounts.renewingUntil} IS NULL OR ${socialAccounts.renewingUntil} <= clock_timestamp())`,
          ),
        )
        .returning({ id: socialAccounts.id })
      return leased.length > 0
    },

    /** Stores renewed tokens. Returns whether they were stored. */
    async renew(known: KnownTokens, renewed: Partial<NewAccountRow>): Promise<boolean> {
      const stored = await db
        .update(socialAccounts)
        .set({ ...renewed, renewingUntil: null, tokenVersion: sql`${socialAccounts.tokenVersion} + 1` })
        .where(isSame(known))
        .returning({ id: socialAccounts.id })
      return stored.length > 0
    },

    /** Records that tokens could not be renewed, and lets nobody try for a while. */
    async noteFailure(
      known: KnownTokens,
      { now, sentence, pause }: { now: Date; sentence: string; pause: number },
    ): Promise<void> {
      await db
        .update(socialAccounts)
        .set({
          faultSentence: sentence,
          failingSince: sql`coalesce(${socialAccounts.failingSince}, ${now.toISOString()}::timestamptz)`,
          renewingUntil: sql`clock_timestamp() + ${pause} * interval '1 millisecond'`,
        })
        .where(isSame(known))
    },

    /** Records why a person has to connect an account again. Returns the account unless that was known. */
    async markFault(
      known: KnownTokens,
      { fault, sentence, now, isDead }: FaultDetails,
    ): Promise<AccountRow | undefined> {
      const [row] = await db
        .update(socialAccounts)
        .set({
          ...{ fault, faultSentence: sentence, failingSince: now, renewingUntil: null },
          ...(isDead && { expiresAt: now }),
        })
        .where(and(isSame(known), sql`${socialAccounts.fault} IS DISTINCT FROM ${fault}`))
        .returning()
      return row
    },

    /** Records that an access token is not accepted any more. */
    async endToken(known: KnownTokens, now: Date): Promise<void> {
      await db.update(socialAccounts).set({ expiresAt: now }).where(isSame(known))
    },
  }
}

interface FaultDetails {
  fault: AccountFault
  sentence: string | null
  now: Date
  /** Whether the access token is not accepted any more, so that nothing can be done with it. */
  isDead: boolean
}
