import type { AccountChange } from '#features/accounts/notices.ts'
import type { Database } from '#platform/postgres.ts'

/**
 * Orders the mail about a change of somebody's second factor, in the transaction of the change. `sessionId` is the session in
 * which they changed it themselves; without one, an admin did.
 */
export type NotifyOfFactor = (
  transaction: Database,
  whose: { userId: string; sessionId?: string },
  change: AccountChange,
) => Promise<void>
