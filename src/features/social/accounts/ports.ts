import type { Database } from '#platform/postgres.ts'
import type { Member } from '#shared/roles.ts'

/** Who may still do something. */
export interface Access {
  /** The user of a session that is still open; undefined once it has ended or the user was disabled. */
  findMember(sessionId: string): Promise<(Member & { id: string }) | undefined>
}

/** Called in the transaction that disconnects an account, for what still waits for it. */
export type OnDisconnected = (transaction: Database, accountId: string) => Promise<void>
