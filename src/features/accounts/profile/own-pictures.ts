import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#platform/postgres.ts'
import { pictureSizes, type TeamMember } from '#shared/user.ts'
import { createOwnPictureStore } from './picture-store.ts'

/**
 * Cuts the middle square out of a picture, at each of some sizes in pixels, as WebP.
 * @throws {Problem} 415 for other files, 422 for a picture that cannot be shown
 */
export type CutSquares = (bytes: Buffer, sizes: readonly number[]) => Promise<Buffer[]>

/** The pictures that users show of themselves. */
export function createOwnPictures({ db, cutSquares }: { db: Database; cutSquares: CutSquares }) {
  const store = createOwnPictureStore(db)
  return {
    /** Sets a user's picture. @throws {Problem} 415, 422 as `cutSquares` does */
    async set(userId: string, bytes: Buffer): Promise<void> {
      const [small, large] = await cutSquares(bytes, pictureSizes)
      if (!small || !large) throw new Error('a picture was cut to fewer sizes than asked for')
      // Salted: whoever has a picture cannot tell by its address whether somebody shows it here.
      const digest = createHash('sha256').update(randomBytes(32)).update(large).digest('hex')
      await store.put({ userId, digest, small, large })
    },

    remove: store.remove,

    /** One file of a picture; undefined when nobody shows it any more. */
    async read(digest: string, size: number): Promise<Buffer | undefined> {
      const found = await store.find(digest)
      return size === pictureSizes[0] ? found?.small : found?.large
    },

    /** Members of the team with the pictures of those who have one. */
    async addTo<Member extends TeamMember>(members: Member[]): Promise<Member[]> {
      const digests = await store.listDigests(members.map(({ id }) => id))
      return members.map((member) => {
        const picture = digests.get(member.id)
        return picture === undefined ? member : { ...member, picture }
      })
    },
  }
}
export type OwnPictures = ReturnType<typeof createOwnPictures>
