import { sql } from 'drizzle-orm'
import type { AccountRow } from '#features/social/accounts/store.ts'
import type { PlatformId } from '#features/social/contract.ts'
import { socialAccounts } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on tokens that end. */
export function createTokenEndStore(db: Database) {
  return {
    /** The accounts whose tokens are due to be renewed: those last that could not be, then those first that end first. */
    async listDue(options: DueOptions): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT id FROM social_accounts WHERE ${isDue(options)}
          ORDER BY failing_since NULLS FIRST, expires_at LIMIT 20`,
      )
      return rows.map(({ id }) => id)
    },

    /** Accounts that end soon without anything that we can do, and have not been warned of; marks them as warned of. */
    async takeEnding(options: EndOptions): Promise<AccountRow[]> {
      return db
        .update(socialAccounts)
        .set({ warnedOf: endOf(options) })
        .where(isEnding(options))
        .returning()
    },

    /** Accounts whose token has ended without being renewed. */
    listEnded: (options: EndOptions): Promise<AccountRow[]> =>
      db.select().from(socialAccounts).where(hasEnded(options)).limit(20),
  }
}

export interface DueOptions {
  now: Date
  /** The platforms whose tokens are renewed with a refresh token, and those that renew the access token itself. */
  renewing: readonly PlatformId[]
  selfRenewing: readonly PlatformId[]
}

export interface EndOptions extends DueOptions {
  /** How long before the end the team is warned, in milliseconds. */
  warning: number
}

const listOf = (platforms: readonly PlatformId[]) => sql`${sql.param([...platforms])}::text[]`
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

const isRenewable = ({ renewing, selfRenewing }: DueOptions) => sql`(access_token IS NOT NULL
  AND (platform = ANY(${listOf(selfRenewing)}) OR (platform = ANY(${listOf(renewing)}) AND refresh_token IS NOT NULL)))`

const isSound = sql`disconnected_at IS NULL AND fault IS NULL AND access_token IS NOT NULL`

/**
 * Tokens of at least a day are renewed in the last third of their life, each account at a time of its own, so that not all are at once.
 * Shorter ones are renewed when they are needed, and once a day, so that the platform keeps the means to renew them.
 */
const isDue = (options: DueOptions) => sql`${isSound} AND ${isRenewable(options)} AND expires_at IS NOT NULL
  AND (renewing_until IS NULL OR renewing_until <= clock_timestamp())
  AND CASE WHEN expires_at - coalesce(renewed_at, connected_at) >= interval '1 day'
    THEN expires_at - ${at(options.now)} < (expires_at - coalesce(renewed_at, connected_at))
      * (1.0 / 3 - (hashtext(id::text) & 1023) / 20480.0)
    ELSE coalesce(renewed_at, connected_at) < ${at(options.now)} - interval '1 day' END`

/**
 * When a person has to connect an account again. What is renewed by itself ends with the means to renew it, but with its token once
 * renewing has failed for a day.
 */
const endOf = (options: DueOptions) => sql`CASE
  WHEN NOT ${isRenewable(options)} THEN expires_at
  WHEN failing_since < ${at(options.now)} - interval '1 day' THEN least(expires_at, refresh_expires_at)
  ELSE refresh_expires_at END`

const isEnding = (options: EndOptions) => sql`${isSound}
  AND ${endOf(options)} < ${at(new Date(options.now.getTime() + options.warning))}
  AND ${endOf(options)} > ${at(options.now)} AND warned_of IS DISTINCT FROM ${endOf(options)}`

const hasEnded = (options: EndOptions) =>
  sql`${isSound} AND NOT ${isRenewable(options)} AND expires_at <= ${at(options.now)}`

/** A condition that holds while there is something to renew, to warn of or to record as ended. */
export const hasTokenWork = (options: EndOptions) =>
  sql`EXISTS (SELECT FROM social_accounts WHERE (${isDue(options)}) OR (${isEnding(options)}) OR (${hasEnded(options)}))`
