import { sql } from 'drizzle-orm'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'

/** The purpose of the cipher of what opens a backup until it is proven. */
export const proofKeyPurpose = 'backups.proof'

/** What opens backups that are being proven, for `rotate-keys`. */
export const proofKeys: EncryptedRows = {
  purpose: proofKeyPurpose,
  async list(db) {
    const { rows } = await db.execute<{ context: string; stored: string }>(
      sql`SELECT id AS context, proof_key AS stored FROM backups WHERE proof_key IS NOT NULL`,
    )
    return rows
  },
  async replace(db, { context, stored }, renewed) {
    await db.execute(
      sql`UPDATE backups SET proof_key = ${renewed} WHERE id = ${context} AND proof_key = ${stored}`,
    )
  },
}
