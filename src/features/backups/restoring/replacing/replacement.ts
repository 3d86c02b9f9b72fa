import type { BackupPart, RestoredBackup } from '#feature.ts'
import type { Database } from '#platform/postgres.ts'
import { raiseRevision } from '#platform/revision.ts'
import { createReplacementStore } from './replacement-store.ts'
import type { RestoreSession } from './session-store.ts'

/** What of the database is replaced, and what is kept. */
export interface ReplacementPlan {
  parts: readonly BackupPart[]
  backup: RestoredBackup
  /** Loads the rows, into tables that are empty. */
  load(transaction: Database): Promise<void>
  /** Called last, with what is to be committed together with the data. */
  finish(transaction: Database): Promise<void>
}

/**
 * Replaces the data of the installation in one transaction: however it ends, all of it is as it was before, or all of it is
 * that of the backup with what outlives a restore.
 */
export async function replaceData({ client }: RestoreSession, plan: ReplacementPlan): Promise<void> {
  const { parts, backup } = plan
  const store = createReplacementStore(client)
  const untouched = new Set(parts.flatMap((part) => part.untouched ?? []))
  const tables = (await store.listTables()).filter((table) => !untouched.has(table))
  const compared = new Set(parts.flatMap((part) => part.compared ?? []))
  await store.beginAlone(tables)
  try {
    const { transaction } = store
    await store.keepRowsOf([...compared])
    const numbers = await store.listSequences()
    await store.empty(tables)
    await plan.load(transaction)
    await store.enableTriggers(tables)
    for (const part of parts) await part.keepHistory?.(transaction, backup)
    for (const part of parts) await part.keep?.(transaction, backup)
    await store.raiseSequences(numbers)
    await plan.finish(transaction)
    await raiseRevision(transaction)
    await store.commit()
  } catch (error) {
    // A connection that has broken has rolled back by itself.
    await store.rollBack().catch(() => {})
    throw error
  }
  await store.analyze(tables)
}
