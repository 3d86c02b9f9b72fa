import { and, desc, eq, gt, isNull, lt, notInArray } from 'drizzle-orm'
import { factorChallenges, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

export type ChallengeRow = typeof factorChallenges.$inferSelect
type Purpose = ChallengeRow['purpose']

/** The queries on challenges. Pass a transaction to run several of them in one. */
export function createChallengeStore(db: Database) {
  const isOpen = (tokenHash: string, purpose: Purpose, now: Date) =>
    and(
      eq(factorChallenges.tokenHash, tokenHash),
      eq(factorChallenges.purpose, purpose),
      gt(factorChallenges.expiresAt, now),
    )

  return {
    async insert(challenge: typeof factorChallenges.$inferInsert): Promise<void> {
      await db.insert(factorChallenges).values(challenge)
    },

    /** The open challenge of a second step, and its user unless they are disabled. */
    async findSecond(tokenHash: string, now: Date) {
      const [row] = await db
        .select({ challenge: factorChallenges, user: users })
        .from(factorChallenges)
        .innerJoin(users, eq(users.id, factorChallenges.userId))
        .where(and(isOpen(tokenHash, 'second step', now), isNull(users.disabledAt)))
      return row
    },

    /** Takes an open challenge, so that it works once; undefined when there is none. */
    async take(tokenHash: string, purpose: Purpose, now: Date): Promise<ChallengeRow | undefined> {
      const [taken] = await db
        .delete(factorChallenges)
        .where(isOpen(tokenHash, purpose, now))
        .returning()
      return taken
    },

    /** Deletes all but the newest questions for a second step of a user, so that nobody fills the table with them. */
    async keepNewest(userId: string, most: number): Promise<void> {
      const isTheirs = and(eq(factorChallenges.userId, userId), eq(factorChallenges.purpose, 'second step'))
      const newest = db
        .select({ tokenHash: factorChallenges.tokenHash })
        .from(factorChallenges)
        .where(isTheirs)
        .orderBy(desc(factorChallenges.expiresAt))
        .limit(most)
      await db.delete(factorChallenges).where(and(isTheirs, notInArray(factorChallenges.tokenHash, newest)))
    },

    async deleteOf(userId: string): Promise<void> {
      await db.delete(factorChallenges).where(eq(factorChallenges.userId, userId))
    },

    async deleteExpiredBefore(moment: Date): Promise<void> {
      await db.delete(factorChallenges).where(lt(factorChallenges.expiresAt, moment))
    },
  }
}
