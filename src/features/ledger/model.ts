/** What the ledger records. */
export const leafKinds = [
  'activation',
  'badge_award',
  'revocation',
  'legal_text',
  'audit_checkpoint',
  'continuation',
] as const
export type LeafKind = (typeof leafKinds)[number]

/** The kinds that say nothing of a person: what they state is never forgotten. */
export const lastingKinds: readonly LeafKind[] = ['legal_text', 'audit_checkpoint', 'continuation']

/** A fact to be recorded. The ledger stores a salted commitment to the statement, which tells nothing of it. */
export interface NewLedgerEntry {
  /** Chosen by who records it, to find the proof again. */
  id: string
  kind: LeafKind
  /** JSON values only; its canonical form (RFC 8785) is what is committed to. */
  statement: Readonly<Record<string, unknown>>
  /** What it says something of, such as an award or a signature: what was recorded of it can be forgotten. */
  subject?: string
}

/** The pages whose texts are recorded whenever they change. */
export const legalPages = ['privacy', 'terms'] as const
export type LegalPage = (typeof legalPages)[number]

/** Where a legal text is that was once published, from the root of the site. */
export function legalTextPath(sha256: string): string {
  return `/ledger/legal/${sha256}.txt`
}

/**
 * Why nothing can be anchored: the chain's node does not answer or refuses the transaction, the account has too little, or the
 * limit of spending is reached.
 */
export const anchorFaults = ['unreachable', 'refused', 'no_funds', 'limit_reached'] as const
export type AnchorFault = (typeof anchorFaults)[number]
