import { and, eq, sql } from 'drizzle-orm'
import type { Json } from '#features/social/platforms/platform.ts'
import { socialPosts } from '#features/social/table.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'

const progressPurpose = 'social.progress'

/**
 * Encrypts what has been prepared of a post: with the addresses in it that platforms give for uploads, whoever has them can upload. Its
 * context is the id of the post.
 */
export function createProgressCipher(encryption: Encryption) {
  const cipher = encryption.cipher(progressPurpose)
  return {
    encrypt: (progress: Json | null, postId: string): string | null =>
      progress === null ? null : cipher.encrypt(JSON.stringify(progress), postId),
    /** @throws {DecryptionError} */
    decrypt: (stored: Json | null, postId: string): Json | null =>
      // What was stored before it was encrypted is no text.
      typeof stored === 'string' ? (JSON.parse(cipher.decrypt(stored, postId)) as Json) : stored,
  }
}

const storedText = sql<string>`${socialPosts.progress} #>> '{}'`

/** What has been prepared of posts, to be encrypted under another secret. */
export const postProgress: EncryptedRows = {
  purpose: progressPurpose,
  list: (db) =>
    db
      .select({ context: socialPosts.id, stored: storedText })
      .from(socialPosts)
      .where(sql`jsonb_typeof(${socialPosts.progress}) = 'string'`),
  async replace(db, { context, stored }, renewed) {
    await db
      .update(socialPosts)
      .set({ progress: renewed })
      .where(and(eq(socialPosts.id, context), eq(storedText, stored)))
  },
}
