import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { userPictures, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

type PictureRow = typeof userPictures.$inferSelect

/** The queries on the pictures of users. */
export function createOwnPictureStore(db: Database) {
  return {
    /** Stores the picture of a user, in the place of the one before. */
    async put({ userId, ...picture }: PictureRow): Promise<void> {
      await db.transaction(async (transaction) => {
        // First, so that of two at once the later one wins in both tables.
        await transaction.update(users).set({ pictureDigest: picture.digest }).where(eq(users.id, userId))
        await transaction
          .insert(userPictures)
          .values({ userId, ...picture })
          .onConflictDoUpdate({ target: userPictures.userId, set: picture })
      })
    },

    async remove(userId: string): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.update(users).set({ pictureDigest: null }).where(eq(users.id, userId))
        await transaction.delete(userPictures).where(eq(userPictures.userId, userId))
      })
    },

    async find(digest: string): Promise<PictureRow | undefined> {
      const [row] = await db.select().from(userPictures).where(eq(userPictures.digest, digest))
      return row
    },

    /** The digests of the pictures of those users who have one, by their ids. */
    async listDigests(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const { id, pictureDigest } = users
      const rows = await db
        .select({ id, pictureDigest })
        .from(users)
        .where(and(inArray(id, [...ids]), isNotNull(pictureDigest)))
      return new Map(rows.flatMap((row) => (row.pictureDigest ? [[row.id, row.pictureDigest]] : [])))
    },
  }
}
