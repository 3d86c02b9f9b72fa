import { sql } from 'drizzle-orm'
import { bringBack, takeOver } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'
import { signingKeys } from './table.ts'

/**
 * How the tables of the platform are backed up and restored, in the form in which features say it of theirs. Signing keys made
 * since a backup stay, since they have signed; those retired since stay retired; and of each purpose one key signs. Of the
 * revision only this installation knows, whoever restores raises it.
 */
export const platformBackup = {
  emptied: ['request_counts'],
  untouched: ['site_revision'],
  compared: ['signing_keys'],
  async keep(transaction: Database): Promise<void> {
    await takeOver(transaction, signingKeys)
    await bringBack(transaction, signingKeys)
    await transaction.execute(sql`
      UPDATE signing_keys SET retired_at = now(), private_key = NULL WHERE retired_at IS NULL AND EXISTS (
        SELECT FROM signing_keys newer WHERE newer.purpose = signing_keys.purpose AND newer.retired_at IS NULL
          AND newer.private_key IS NOT NULL
          AND (newer.created_at, newer.id) > (signing_keys.created_at, signing_keys.id))`)
  },
}
