import { and, asc, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PlatformId } from '#features/social/contract.ts'
import type { Quota } from '#features/social/platforms/platform.ts'
import { socialAccounts } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { tokenPurpose } from './purposes.ts'

export type AccountRow = typeof socialAccounts.$inferSelect
export type NewAccountRow = typeof socialAccounts.$inferInsert
type AccountChanges = Partial<Omit<NewAccountRow, 'id' | 'platform' | 'externalId' | 'tokenVersion'>>

export const isConnected = isNull(socialAccounts.disconnectedAt)

/** The queries on accounts at platforms. Give it a transaction to make several of them one. */
export function createAccountStore(db: Database) {
  return {
    /** Locks which accounts there are until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('social_accounts'))`)
    },

    /** The connected accounts, of one platform or of all, in the order of their names. */
    list: (platform?: PlatformId): Promise<AccountRow[]> =>
      db
        .select()
        .from(socialAccounts)
        .where(and(isConnected, platform && eq(socialAccounts.platform, platform)))
        .orderBy(asc(socialAccounts.platform), asc(socialAccounts.name), asc(socialAccounts.id)),

    async countConnected(): Promise<number> {
      const [row] = await db.select({ total: count() }).from(socialAccounts).where(isConnected)
      return row?.total ?? 0
    },

    /** A connected account. */
    async find(id: string): Promise<AccountRow | undefined> {
      const [row] = await db
        .select()
        .from(socialAccounts)
        .where(and(eq(socialAccounts.id, id), isConnected))
      return row
    },

    /** An account by the name that its platform has for it, connected or not. */
    async findExternal(platform: PlatformId, externalId: string): Promise<AccountRow | undefined> {
      const [row] = await db
        .select()
        .from(socialAccounts)
        .where(and(eq(socialAccounts.platform, platform), eq(socialAccounts.externalId, externalId)))
      return row
    },

    async insert(account: NewAccountRow): Promise<void> {
      await db.insert(socialAccounts).values(account)
    },

    /** Changes an account whose tokens stay. */
    async update(id: string, changes: AccountChanges): Promise<void> {
      await db.update(socialAccounts).set(changes).where(eq(socialAccounts.id, id))
    },

    /** Changes an account together with its tokens. */
    async replaceTokens(id: string, changes: AccountChanges): Promise<void> {
      await db
        .update(socialAccounts)
        .set({ ...changes, tokenVersion: sql`${socialAccounts.tokenVersion} + 1` })
        .where(eq(socialAccounts.id, id))
    },

    /** Records that something has worked, and what may still be done. */
    async noteSuccess(id: string, now: Date, quota?: Quota): Promise<void> {
      await db
        .update(socialAccounts)
        .set({
          lastSuccessAt: now,
          ...(quota && {
            quota: {
              ...{ left: quota.left, total: quota.total, at: now.toISOString() },
              resetsAt: quota.resetsAt?.toISOString() ?? null,
            },
          }),
        })
        .where(eq(socialAccounts.id, id))
    },
  }
}

export const hasTokens = or(isNotNull(socialAccounts.accessToken), isNotNull(socialAccounts.refreshToken))

/** The tokens of accounts, to be encrypted under another secret. */
export const accountTokens: EncryptedRows = {
  purpose: tokenPurpose,
  async list(db) {
    const rows = await db.select().from(socialAccounts).where(hasTokens)
    return rows.flatMap(({ id, accessToken, refreshToken }) =>
      [accessToken, refreshToken].flatMap((stored) => (stored === null ? [] : [{ context: id, stored }])),
    )
  },
  async replace(db, { context, stored }, renewed) {
    const replaced = (column: typeof socialAccounts.accessToken | typeof socialAccounts.refreshToken) =>
      sql`CASE WHEN ${column} = ${stored} THEN ${renewed} ELSE ${column} END`
    await db
      .update(socialAccounts)
      .set({
        accessToken: replaced(socialAccounts.accessToken),
        refreshToken: replaced(socialAccounts.refreshToken),
      })
      .where(eq(socialAccounts.id, context))
  },
}
