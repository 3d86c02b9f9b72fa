import { asc, eq, inArray } from 'drizzle-orm'
import type { SocialFileRow } from '#features/social/files/store.ts'
import { socialFiles, socialPostFiles } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

/** A file of a post. */
export interface PostFileRow {
  postId: string
  file: SocialFileRow
  alternativeText: string
}

/** The queries on the files of posts. Give it a transaction to make several of them one. */
export function createPostFileStore(db: Database) {
  return {
    /** The files of posts, those of each in order. */
    listOf: (postIds: readonly string[]): Promise<PostFileRow[]> =>
      postIds.length === 0
        ? Promise.resolve([])
        : db
            .select({
              postId: socialPostFiles.postId,
              file: socialFiles,
              alternativeText: socialPostFiles.alternativeText,
            })
            .from(socialPostFiles)
            .innerJoin(socialFiles, eq(socialFiles.id, socialPostFiles.fileId))
            .where(inArray(socialPostFiles.postId, [...postIds]))
            .orderBy(asc(socialPostFiles.postId), asc(socialPostFiles.position)),

    /** Which of several files are there; they are kept from being deleted until the transaction ends. */
    async hold(ids: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .select({ id: socialFiles.id })
        .from(socialFiles)
        .where(inArray(socialFiles.id, [...ids]))
        .for('key share')
      return new Set(rows.map(({ id }) => id))
    },

    /** Gives a post these files instead of those that it has. */
    async replace(postId: string, files: readonly { id: string; alternative_text: string }[]): Promise<void> {
      await db.delete(socialPostFiles).where(eq(socialPostFiles.postId, postId))
      if (files.length === 0) return
      await db.insert(socialPostFiles).values(
        files.map(({ id, alternative_text }, position) => ({
          ...{ postId, position, fileId: id, alternativeText: alternative_text },
        })),
      )
    },
  }
}
