import { createHash } from 'node:crypto'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import type { LeafKind } from './model.ts'

/** SHA-256 of a salt and the canonical JSON (RFC 8785) of a statement. */
export function commitTo(statement: Readonly<Record<string, unknown>>, salt: Uint8Array): Buffer {
  return createHash('sha256').update(salt).update(canonicalizeJson(statement)).digest()
}

/** What a leaf is the hash of: canonical JSON of what is recorded, to the second. */
export function writeLeaf({
  kind,
  at,
  commitment,
}: {
  kind: LeafKind
  at: Date
  commitment: Buffer
}): string {
  const time = at.toISOString().replace(/\.\d{3}/, '')
  return canonicalizeJson({ commitment: commitment.toString('hex'), kind, time, v: 1 })
}
