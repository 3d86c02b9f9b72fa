import type { Database } from '#platform/postgres.ts'
import { contentActions } from './table.ts'

type NewAction = Omit<typeof contentActions.$inferInsert, 'id'>

/**
 * Writes down what was done to which texts and by whom. To be given the transaction that does it, so that neither is
 * there without the other.
 */
export async function recordActions(transaction: Database, actions: NewAction[]): Promise<void> {
  if (actions.length > 0) await transaction.insert(contentActions).values(actions)
}
