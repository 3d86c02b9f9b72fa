import type { Database } from '#platform/postgres.ts'

/** A change of a second factor that its user is told of by mail. */
export type FactorNotice =
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'second_factor_reset'

/** Orders the mail about a change, in the transaction of the change. */
export type NotifyOfFactor = (transaction: Database, userId: string, change: FactorNotice) => Promise<void>
