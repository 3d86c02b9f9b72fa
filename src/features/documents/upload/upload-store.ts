import { eq, lt, type SQL, sql } from 'drizzle-orm'
import { documentUploads } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'

/** How long an upload may stand still before it counts as broken off, in milliseconds. */
const stillFor = 3 * 60_000

const isBroken = (now: Date) => lt(documentUploads.aliveAt, new Date(now.getTime() - stillFor))

/** Whether an upload has broken off with its process. */
export const someAreBroken = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM ${documentUploads} WHERE ${isBroken(now)})`

/** The queries on files that are arriving. */
export function createUploadStore(db: Database) {
  return {
    async begin(key: string, now: Date): Promise<void> {
      await db.insert(documentUploads).values({ key, aliveAt: now })
    },

    /** Returns whether the upload is still known. */
    async touch(key: string, now: Date): Promise<boolean> {
      const rows = await db
        .update(documentUploads)
        .set({ aliveAt: now })
        .where(eq(documentUploads.key, key))
        .returning({ key: documentUploads.key })
      return rows.length > 0
    },

    /** Ends an upload; false where it was given up before. */
    async end(key: string): Promise<boolean> {
      const rows = await db
        .delete(documentUploads)
        .where(eq(documentUploads.key, key))
        .returning({ key: documentUploads.key })
      return rows.length > 0
    },

    async listBroken(now: Date): Promise<string[]> {
      const rows = await db.select({ key: documentUploads.key }).from(documentUploads).where(isBroken(now))
      return rows.map(({ key }) => key)
    },

    async listKeys(): Promise<string[]> {
      return (await db.select({ key: documentUploads.key }).from(documentUploads)).map(({ key }) => key)
    },
  }
}
