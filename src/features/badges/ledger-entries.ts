import { createHash, randomUUID } from 'node:crypto'
import type { NewLedgerEntry } from '#features/ledger/model.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'

/** The credential of an award. */
interface AwardedCredential {
  id: string
  credential: object
}

/** Records that an award has a credential: the SHA-256 of its canonical JSON (RFC 8785), proof included. */
export function describeCredential({ id, credential }: AwardedCredential): NewLedgerEntry {
  const sha256 = createHash('sha256').update(canonicalizeJson(credential)).digest('hex')
  return {
    ...{ id: randomUUID(), kind: 'badge_award', subject: id },
    statement: { type: 'badge_award', award: id, sha256 },
  }
}

/** Records that an award was revoked. */
export function describeRevocation(id: string, revokedAt: Date): NewLedgerEntry {
  return {
    ...{ id: randomUUID(), kind: 'revocation', subject: id },
    statement: { type: 'revocation', of: 'badge', award: id, revoked_at: revokedAt.toISOString() },
  }
}
