/** What the ledger records. */
export const leafKinds = [
  'activation',
  'badge_award',
  'revocation',
  'legal_text',
  'audit_checkpoint',
] as const
export type LeafKind = (typeof leafKinds)[number]

/** A fact to be recorded. The ledger stores a salted commitment to the statement, which tells nothing of it. */
export interface NewLedgerEntry {
  /** Chosen by who records it, to find the proof again. */
  id: string
  kind: LeafKind
  /** JSON values only; its canonical form (RFC 8785) is what is committed to. */
  statement: Readonly<Record<string, unknown>>
}
