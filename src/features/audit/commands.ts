import type { Database } from '#platform/postgres.ts'
import { type ActionStore, createActionStore } from './store.ts'

/** Records an action that a command does, in its transaction. `userId` is whose account it was done to. */
export async function recordDone(
  transaction: Database,
  action: Pick<Parameters<ActionStore['insert']>[0], 'userId' | 'action' | 'at'>,
): Promise<void> {
  await createActionStore(transaction).insert({ ...action, subject: {}, outcome: 'done' })
}
