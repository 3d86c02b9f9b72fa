import { sql } from 'drizzle-orm'
import { signatureDocumentKeys } from '#features/signatures/pdf/table.ts'
import { createSignatureStore } from '#features/signatures/store.ts'
import {
  signatureBulks,
  signatureLinks,
  signatureMasterKeys,
  signatures,
} from '#features/signatures/table.ts'
import {
  bringBack,
  existsBefore,
  existsNow,
  isReferredThere,
  removeNew,
  rowsOfBefore,
  rowsOfNow,
  takeOver,
} from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries with which signatures outlive a restore. */
export function createSignatureRestoringStore(transaction: Database) {
  return {
    /** Keys made since stay, since they have signed, and those retired since stay retired. Another key of an epoch is not the same. */
    async keepKeys(): Promise<void> {
      await takeOver(transaction, signatureMasterKeys, {
        where: sql`now.fingerprint = ${signatureMasterKeys.fingerprint}`,
      })
      await bringBack(transaction, signatureMasterKeys)
      await transaction.execute(sql`
        UPDATE signature_master_keys SET retired_at = now() WHERE retired_at IS NULL
          AND epoch < (SELECT max(epoch) FROM signature_master_keys)`)
      await takeOver(transaction, signatureDocumentKeys)
      await bringBack(transaction, signatureDocumentKeys)
    },

    /** The leads whose activated signatures are not there now. */
    async listHolders(): Promise<string[]> {
      const { rows } = await transaction.execute<{ id: string }>(sql`
        SELECT DISTINCT ${signatures.leadId} AS id FROM ${rowsOfBefore(signatures)}
        WHERE ${signatures.leadId} IS NOT NULL AND ${signatures.activatedAt} IS NOT NULL AND NOT ${existsNow(signatures)}`)
      return rows.map(({ id }) => id)
    },

    /**
     * Signatures are as they were before, with those activated since and those of leads who are here, and so are their links.
     * Returns those whose holders are gone.
     */
    async keepSignatures(now: Date): Promise<string[]> {
      await takeOver(transaction, signatures)
      const { leadId, activatedAt } = signatures
      await bringBack(transaction, signatures, {
        where: sql`${activatedAt} IS NOT NULL OR ${isReferredThere(signatures, leadId)}`,
      })
      const wasThere = sql`EXISTS (SELECT FROM ${rowsOfBefore(signatures)} WHERE ${signatures.id} = now.signature_id)`
      await removeNew(transaction, signatureLinks, wasThere)
      await takeOver(transaction, signatureLinks)
      await bringBack(transaction, signatureLinks)
      return createSignatureStore(transaction).eraseOrphans(now)
    },

    /** Bulk invitations go on from where they were; those of which nothing else is known end. */
    async keepBulks(sendsAgain: boolean): Promise<void> {
      await takeOver(transaction, signatureBulks)
      if (sendsAgain) return
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(signatureBulks)} SET ended_at = now(), is_stopped = true, lead_ids = NULL
        WHERE now.ended_at IS NULL AND NOT ${existsBefore(signatureBulks)}`)
    },

    /** Whoever was to be reminded by now, as far as the backup knows, may have been. */
    async endReminders(now: Date, hours: number): Promise<void> {
      const at = sql`${now.toISOString()}::timestamptz`
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(signatures)} SET reminded_at = ${at} WHERE now.activated_at IS NULL AND now.reminded_at IS NULL
          AND now.expires_at <= ${at} + make_interval(hours => ${hours}) AND NOT ${existsBefore(signatures)}`)
    },
  }
}
