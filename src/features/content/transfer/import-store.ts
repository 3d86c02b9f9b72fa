import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { contentImportItems, contentImports } from './table.ts'

export type ImportRow = typeof contentImports.$inferSelect
export type ImportItemRow = typeof contentImportItems.$inferSelect

const rowsAtOnce = 500
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

const isFree = or(isNull(contentImports.takenUntil), lt(contentImports.takenUntil, sql`now()`))
const isDue = and(inArray(contentImports.state, ['waiting', 'running']), isFree)

/** Whether an import waits for a process. */
export const someAreDue = (): SQL => sql`EXISTS (SELECT FROM ${contentImports} WHERE ${isDue})`

/** The queries on archives that were uploaded. Give it a transaction to make several of them one. */
export function createImportStore(db: Database) {
  const { id, state, createdAt } = contentImports

  return {
    async insert(row: typeof contentImports.$inferInsert): Promise<void> {
      await db.insert(contentImports).values(row)
    },

    async insertItems(rows: readonly ImportItemRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        await db.insert(contentImportItems).values(rows.slice(at, at + rowsAtOnce))
    },

    async update(importId: string, changes: Partial<ImportRow>): Promise<void> {
      await db.update(contentImports).set(changes).where(eq(id, importId))
    },

    /** Those that have arrived, the newest first. */
    list: (limit: number): Promise<ImportRow[]> =>
      db.select().from(contentImports).where(ne(state, 'arriving')).orderBy(desc(createdAt)).limit(limit),

    async find(importId: string): Promise<ImportRow | undefined> {
      const [row] = await db
        .select()
        .from(contentImports)
        .where(and(eq(id, importId), ne(state, 'arriving')))
      return row
    },

    /** Locks an archive until the transaction ends. */
    async lock(importId: string): Promise<ImportRow | undefined> {
      const [row] = await db.select().from(contentImports).where(eq(id, importId)).for('update')
      return row
    },

    listItems: (importId: string): Promise<ImportItemRow[]> =>
      db
        .select()
        .from(contentImportItems)
        .where(eq(contentImportItems.importId, importId))
        .orderBy(asc(contentImportItems.number)),

    async removeItems(importId: string): Promise<void> {
      await db.delete(contentImportItems).where(eq(contentImportItems.importId, importId))
    },

    ...createRunQueries(db),

    async remove(importId: string): Promise<void> {
      await db.delete(contentImports).where(eq(id, importId))
    },

    /** Archives of before a moment that nobody imports. */
    async listOld(moment: Date): Promise<ImportRow[]> {
      return db
        .select()
        .from(contentImports)
        .where(and(lt(createdAt, moment), inArray(state, ['arriving', 'ready'])))
    },

    /** The names of the files of all archives. */
    listFiles: (): Promise<Pick<ImportRow, 'id' | 'files'>[]> =>
      db.select({ id, files: contentImports.files }).from(contentImports),
  }
}

/** The queries of the processes that import. */
function createRunQueries(db: Database) {
  const { id, claim, createdAt } = contentImports

  return {
    /** Takes an import that waits, or whose process has gone, for some seconds. */
    async take(process: string, seconds: number): Promise<ImportRow | undefined> {
      const next = db
        .select({ id })
        .from(contentImports)
        .where(isDue)
        .orderBy(asc(createdAt))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await db
        .update(contentImports)
        .set({ state: 'running', claim: process, takenUntil: inSeconds(seconds) })
        .where(inArray(id, next))
        .returning()
      return row
    },

    /** Notes how far an import has come; undefined once another process has it. */
    async progress(row: Pick<ImportRow, 'id' | 'claim'>, done: number, total: number, seconds: number) {
      const [found] = await db
        .update(contentImports)
        .set({ done, total, takenUntil: inSeconds(seconds) })
        .where(and(eq(id, row.id), row.claim === null ? isNull(claim) : eq(claim, row.claim)))
        .returning({ isCancelled: contentImports.isCancelled })
      return found
    },
  }
}
