import type { Database } from '#platform/postgres.ts'
import { type ActionRow, createAuditStore } from './store.ts'

/** Records an action that a command does, in its transaction. `userId` is whose account it was done to. */
export async function recordDone(
  transaction: Database,
  action: Pick<ActionRow, 'userId' | 'action' | 'at'>,
): Promise<void> {
  await createAuditStore(transaction).insert({ ...action, subject: {}, outcome: 'done' })
}
