import { sql } from 'drizzle-orm'
import type { BackupPart } from '#feature.ts'
import {
  socialAccounts,
  socialAttempts,
  socialFiles,
  socialPostFiles,
  socialPosts,
} from '#features/social/table.ts'
import {
  bringBack,
  existsBefore,
  rowsOfBefore,
  rowsOfNow,
  takeOver,
} from '#platform/database/restored-rows.ts'

/** Posts that nobody has begun to publish. */
const isUntouched = sql`${socialPosts.status} = 'scheduled' AND ${socialPosts.stage} = 'preparing'`

/**
 * A post is never published twice: what was published or begun since stays as it is, with its account, and so do the tokens of
 * accounts. A post whose time has passed, and of which nothing else is known, waits for a person to look.
 */
export const socialBackup: BackupPart = {
  emptied: ['social_connections', 'social_requests'],
  compared: ['social_accounts', 'social_posts', 'social_post_files', 'social_files', 'social_attempts'],
  async keep(transaction, { sendsAgain }) {
    await takeOver(transaction, socialAccounts)
    await bringBack(transaction, socialAccounts, {
      where: sql`EXISTS (SELECT FROM ${rowsOfBefore(socialPosts)} WHERE ${socialPosts.accountId} = ${socialAccounts.id}
        AND NOT (${isUntouched}))`,
    })
    await takeOver(transaction, socialPosts, { where: sql`NOT (${isUntouched} AND now.due_at > now())` })
    await bringBack(transaction, socialPosts, { where: sql`NOT (${isUntouched})` })
    await bringBack(transaction, socialFiles, {
      where: sql`EXISTS (SELECT FROM ${rowsOfBefore(socialPostFiles)} JOIN ${rowsOfNow(socialPosts)}
        ON now.id = ${socialPostFiles.postId} WHERE ${socialPostFiles.fileId} = ${socialFiles.id})`,
    })
    await bringBack(transaction, socialPostFiles)
    await bringBack(transaction, socialAttempts)
    if (sendsAgain) return
    await transaction.execute(sql`
      UPDATE ${rowsOfNow(socialPosts)} SET status = 'failed', fault = 'unknown', error_message = NULL, armed_at = now.due_at,
        leased_until = NULL, updated_at = now()
      WHERE now.status IN ('scheduled', 'publishing') AND now.stage <> 'handed_over' AND now.due_at <= now()
        AND NOT ${existsBefore(socialPosts)}`)
  },
}
