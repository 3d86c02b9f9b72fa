import { createHash } from 'node:crypto'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import type { EntryRow, LinkRow } from './chain-store.ts'

/** What comes before the first hash of the chain. */
export const chainStart = Buffer.alloc(32)

/** SHA-256 of the salt and the canonical JSON of the personal values; null where there are none. */
export function commit({ personal, salt }: Pick<EntryRow, 'personal' | 'salt'>): Buffer | null {
  if (!personal || !salt) return null
  return createHash('sha256').update(salt).update(canonicalizeJson(personal)).digest()
}

/**
 * The hash of a place in the chain: SHA-256 of the hash before it, and of the canonical JSON (RFC 8785) of what the entry says.
 * Personal values are in it as their commitment alone, so that it stays the same when they are erased.
 */
export function hashLink(
  before: Buffer,
  entry: EntryRow,
  { position, commitment }: Pick<LinkRow, 'position' | 'commitment'>,
): Buffer {
  const facts = {
    position,
    id: entry.id,
    at: entry.at.toISOString(),
    author_kind: entry.authorKind,
    user: entry.userId,
    key: entry.keyId,
    session: entry.sessionId,
    request: entry.request,
    action: entry.action,
    subject: entry.subject,
    row: entry.rowKey,
    operation: entry.operation,
    person: entry.personId,
    before: entry.before,
    after: entry.after,
    secret_fields: entry.secretFields,
    commitment: commitment?.toString('hex') ?? null,
  }
  return createHash('sha256').update(before).update(canonicalizeJson(facts)).digest()
}

/** Whether a link says what its entry does. `before` is the hash of the link before it. */
export function isWhole(before: Buffer, link: LinkRow, entry: EntryRow | null): boolean {
  if (!entry || !hashLink(before, entry, link).equals(link.hash)) return false
  const commitment = commit(entry)
  return commitment === null || (link.commitment !== null && commitment.equals(link.commitment))
}
