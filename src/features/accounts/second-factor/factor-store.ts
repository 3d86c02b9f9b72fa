import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { createSessionStore } from '#features/accounts/session-store.ts'
import { passkeys, recoveryCodes, totpKeys, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'
import { createChallengeStore } from './challenge-store.ts'

const day = 24 * 3_600_000

export type UserRow = typeof users.$inferSelect
export type TotpRow = typeof totpKeys.$inferSelect
export type PasskeyRow = typeof passkeys.$inferSelect

/** The factors of a user. An authenticator app that was not confirmed is none. */
export interface FactorRows {
  totp: TotpRow | undefined
  passkeys: PasskeyRow[]
  codes: { left: number; createdAt: Date } | undefined
}

/** The queries on second factors. Pass a transaction to run several of them in one. */
export function createFactorStore(db: Database) {
  return {
    /** Locks a user, so that changes of their factors come one after another. Sign-ins go on. */
    async lockUser(userId: string): Promise<UserRow | undefined> {
      const [user] = await db.select().from(users).where(eq(users.id, userId)).for('no key update')
      return user
    },

    async list(userId: string): Promise<FactorRows> {
      const [totp] = await db
        .select()
        .from(totpKeys)
        .where(and(eq(totpKeys.userId, userId), isNotNull(totpKeys.confirmedAt)))
      const keys = await db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
      const [codes] = await db
        .select({
          left: sql<number>`count(*) FILTER (WHERE ${recoveryCodes.usedAt} IS NULL)::int`,
          createdAt: sql`min(${recoveryCodes.createdAt})`.mapWith(recoveryCodes.createdAt),
        })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId))
        .groupBy(recoveryCodes.userId)
      return { totp, passkeys: keys, codes }
    },

    async findTotp(userId: string): Promise<TotpRow | undefined> {
      const [totp] = await db.select().from(totpKeys).where(eq(totpKeys.userId, userId))
      return totp
    },

    /** Stores a key that is not confirmed yet, instead of an earlier such one. */
    async startTotp(key: Pick<TotpRow, 'userId' | 'secret' | 'createdAt'>): Promise<void> {
      const { secret, createdAt } = key
      await db
        .insert(totpKeys)
        .values(key)
        .onConflictDoUpdate({ target: totpKeys.userId, set: { secret, createdAt, lastStep: 0 } })
    },

    async confirmTotp(userId: string, lastStep: number, now: Date): Promise<void> {
      await db.update(totpKeys).set({ confirmedAt: now, lastStep }).where(eq(totpKeys.userId, userId))
    },

    /** Uses a step up; returns whether neither it nor a later one had been. Of simultaneous calls one succeeds. */
    async takeTotpStep(userId: string, step: number): Promise<boolean> {
      const taken = await db
        .update(totpKeys)
        .set({ lastStep: step })
        .where(and(eq(totpKeys.userId, userId), isNotNull(totpKeys.confirmedAt), lt(totpKeys.lastStep, step)))
        .returning({ userId: totpKeys.userId })
      return taken.length > 0
    },

    /** Deletes the authenticator app of a user; returns whether there was a confirmed one. */
    async deleteTotp(userId: string): Promise<boolean> {
      const deleted = await db.delete(totpKeys).where(eq(totpKeys.userId, userId)).returning()
      return deleted.some(({ confirmedAt }) => confirmedAt !== null)
    },

    /** Deletes keys that were shown before a moment and never confirmed. */
    async deleteUnconfirmedBefore(moment: Date): Promise<void> {
      await db.delete(totpKeys).where(and(isNull(totpKeys.confirmedAt), lt(totpKeys.createdAt, moment)))
    },

    /** Adds a passkey; undefined when it is known already. */
    async insertPasskey(passkey: typeof passkeys.$inferInsert): Promise<PasskeyRow | undefined> {
      const [added] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning()
      return added
    },

    /** The passkey with this credential, and its user unless they are disabled. */
    async findPasskey(credentialId: string): Promise<{ passkey: PasskeyRow; user: UserRow } | undefined> {
      const [row] = await db
        .select({ passkey: passkeys, user: users })
        .from(passkeys)
        .innerJoin(users, eq(users.id, passkeys.userId))
        .where(and(eq(passkeys.credentialId, credentialId), isNull(users.disabledAt)))
      return row
    },

    /** Records a use; returns whether the passkey's counter had not got that far. Of simultaneous calls one succeeds. */
    async notePasskeyUse(id: string, counter: number, now: Date): Promise<boolean> {
      const isNext = sql`(${passkeys.counter} < ${counter} OR (${passkeys.counter} = 0 AND ${counter} = 0))`
      const used = await db
        .update(passkeys)
        .set({ counter, lastUsedAt: now })
        .where(and(eq(passkeys.id, id), isNext))
        .returning({ id: passkeys.id })
      return used.length > 0
    },

    async renamePasskey(id: string, userId: string, name: string): Promise<PasskeyRow | undefined> {
      const [renamed] = await db
        .update(passkeys)
        .set({ name })
        .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
        .returning()
      return renamed
    },

    async deletePasskey(id: string, userId: string): Promise<boolean> {
      const deleted = await db
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
        .returning({ id: passkeys.id })
      return deleted.length > 0
    },

    /** Replaces the recovery codes of a user, by none to delete them. */
    async replaceCodes(userId: string, hashes: readonly string[], now: Date): Promise<void> {
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
      if (hashes.length === 0) return
      await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now })))
    },

    /** Uses a recovery code up; returns whether it could be used. Of simultaneous calls one succeeds. */
    async takeCode(userId: string, codeHash: string, now: Date): Promise<boolean> {
      const taken = await db
        .update(recoveryCodes)
        .set({ usedAt: now })
        .where(
          and(
            eq(recoveryCodes.userId, userId),
            eq(recoveryCodes.codeHash, codeHash),
            isNull(recoveryCodes.usedAt),
          ),
        )
        .returning({ userId: recoveryCodes.userId })
      return taken.length > 0
    },
  }
}
export type FactorStore = ReturnType<typeof createFactorStore>

/**
 * Removes everything of a user's second factor in a transaction and ends their sessions, if there is one. Returns whether
 * there was.
 */
export async function removeSecondFactor(transaction: Database, userId: string, now: Date): Promise<boolean> {
  const store = createFactorStore(transaction)
  await store.lockUser(userId)
  const { totp, passkeys: keys } = await store.list(userId)
  if (!totp && keys.length === 0) return false
  await store.deleteTotp(userId)
  await transaction.delete(passkeys).where(eq(passkeys.userId, userId))
  await store.replaceCodes(userId, [], now)
  await createChallengeStore(transaction).deleteOf(userId)
  await createSessionStore(transaction).revokeAll(userId, now)
  return true
}

/** Deletes challenges that have expired, and keys of authenticator apps that were not confirmed for a day. */
export async function forgetEndedFactors(db: Database, now: Date): Promise<void> {
  await createChallengeStore(db).deleteExpiredBefore(now)
  await createFactorStore(db).deleteUnconfirmedBefore(new Date(now.getTime() - day))
}

/** Those of some users who have a second factor, by id. */
export async function listWithSecondFactor(db: Database, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const ids = [...new Set(userIds)]
  const withTotp = db
    .select({ userId: totpKeys.userId })
    .from(totpKeys)
    .where(and(inArray(totpKeys.userId, ids), isNotNull(totpKeys.confirmedAt)))
  const withPasskey = db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(inArray(passkeys.userId, ids))
  return new Set((await withTotp.union(withPasskey)).map(({ userId }) => userId))
}
