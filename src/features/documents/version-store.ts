import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { documentVersions } from './table.ts'

export type VersionRow = typeof documentVersions.$inferSelect
export type VersionKey = Pick<VersionRow, 'documentId' | 'number'>

const isWaiting = (now: Date) =>
  and(
    or(
      eq(documentVersions.state, 'processing'),
      and(eq(documentVersions.state, 'ready'), eq(documentVersions.isRead, false)),
    ),
    or(isNull(documentVersions.takenUntil), lt(documentVersions.takenUntil, now)),
  )

/** Whether a file waits to be read. */
export const someAreWaiting = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM ${documentVersions} WHERE ${isWaiting(now)})`

const keyed = ({ documentId, number }: VersionKey) =>
  and(eq(documentVersions.documentId, documentId), eq(documentVersions.number, number))

const isNewerReady = ({ documentId, number }: VersionKey) =>
  and(
    eq(documentVersions.documentId, documentId),
    gt(documentVersions.number, number),
    eq(documentVersions.state, 'ready'),
  )

/** The queries on the files of documents. Give it a transaction to make several of them one. */
export function createVersionStore(db: Database) {
  return {
    async insert(row: typeof documentVersions.$inferInsert): Promise<void> {
      await db.insert(documentVersions).values(row)
    },

    async update(key: VersionKey, changes: Partial<VersionRow>): Promise<void> {
      await db.update(documentVersions).set(changes).where(keyed(key))
    },

    /** Changes a version whose file is still taken as this row says: nothing, once another process has taken it. */
    async updateTaken(row: VersionRow, changes: Partial<VersionRow>): Promise<void> {
      const { takenUntil } = row
      await db
        .update(documentVersions)
        .set(changes)
        .where(and(keyed(row), takenUntil ? eq(documentVersions.takenUntil, takenUntil) : undefined))
    },

    async find(key: VersionKey): Promise<VersionRow | undefined> {
      const [row] = await db.select().from(documentVersions).where(keyed(key))
      return row
    },

    async findByKey(key: string): Promise<VersionRow | undefined> {
      const [row] = await db.select().from(documentVersions).where(eq(documentVersions.key, key))
      return row
    },

    /** The versions of a document, newest first. */
    async list(documentId: string): Promise<VersionRow[]> {
      return db
        .select()
        .from(documentVersions)
        .where(eq(documentVersions.documentId, documentId))
        .orderBy(desc(documentVersions.number))
    },

    /** Whether a newer version of the same document is ready. */
    hasNewerReady: async (key: VersionKey): Promise<boolean> =>
      (await db.$count(documentVersions, isNewerReady(key))) > 0,

    /** Every version there is, of deleted documents too. */
    async listAll(): Promise<VersionRow[]> {
      return db.select().from(documentVersions)
    },

    /** Takes the file that has waited longest, those that were not looked at first, until a moment. */
    async take(now: Date, until: Date): Promise<VersionRow | undefined> {
      const next = db
        .select({ key: documentVersions.key })
        .from(documentVersions)
        .where(isWaiting(now))
        .orderBy(sql`${documentVersions.state} = 'ready'`, asc(documentVersions.createdAt))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await db
        .update(documentVersions)
        .set({ takenUntil: until })
        .where(inArray(documentVersions.key, next))
        .returning()
      return row
    },

    /** Has the text of a version read once more. */
    async readAgain(key: VersionKey): Promise<void> {
      await db
        .update(documentVersions)
        .set({ pagesRead: 0, isRead: false })
        .where(and(keyed(key), eq(documentVersions.state, 'ready')))
    },
  }
}
