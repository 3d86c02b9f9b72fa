import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { LedgerKey } from '#features/ledger/contract.ts'
import { verifyLeaf, verifyLeafIn } from '#features/ledger/site/parts/verification/leaf.ts'
import type { CertificateRecord, SignatureStatement } from '#features/signatures/contract.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { areSameBytes, joinBytes, parseHex } from '#shared/cryptography/bytes.ts'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'
import { parseCheckpoint, verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { LedgerError } from '#shared/transparency-log/ledger-error.ts'
import { parseSignedNote, parseVerifierKey } from '#shared/transparency-log/signed-note.ts'
import { hashPlain } from '#shared/transparency-log/tree.ts'
import { CheckError } from './steps.ts'

export type LedgerEvidence = NonNullable<CertificateRecord['ledger']>

const encode = (text: string) => new TextEncoder().encode(text)

/** Checks that the holder's key has signed the statement: ECDSA on secp256k1 over the SHA-256 of its canonical JSON. */
export function checkStatement(
  record: Pick<CertificateRecord, 'statement' | 'statement_signature' | 'public_key'>,
): void {
  const { statement, statement_signature, public_key } = record
  const [signature, key] = [parseHex(statement_signature), parseHex(public_key)]
  if (!signature || !key || !isSignatureOf(signature, statement, key)) {
    throw new CheckError('failed', 'statement_not_signed')
  }
}

function isSignatureOf(signature: Uint8Array, statement: SignatureStatement, key: Uint8Array): boolean {
  if (signature.length !== 64 || key.length !== 33) return false
  try {
    return secp256k1.verify(signature, encode(canonicalizeJson(statement)), key)
  } catch {
    return false
  }
}

/** Checks that the address of a statement is that of the key, to the capital letter (EIP-55). */
export function checkAddress({
  statement,
  public_key,
}: Pick<CertificateRecord, 'statement' | 'public_key'>): void {
  try {
    if (addressOf(parseHex(public_key) ?? new Uint8Array()) === statement.address) return
  } catch {
    // Not a key at all.
  }
  throw new CheckError('failed', 'other_address')
}

/** Checks that an entry of the ledger commits to the statement; returns the hash of its leaf. */
export async function checkEntry({ leaf, salt }: LedgerEvidence, statement: SignatureStatement) {
  const bytes = parseHex(salt)
  if (leaf.kind !== 'activation' || bytes?.length !== 32) throw new CheckError('failed', 'not_committed')
  const hash = await verifyLeaf(leaf)
  const made = await hashPlain(joinBytes(bytes, encode(canonicalizeJson(statement))))
  if (!areSameBytes(made, parseHex(leaf.commitment) ?? new Uint8Array())) {
    throw new CheckError('failed', 'not_committed')
  }
  return hash
}

/** Checks that the entry is in the tree that the checkpoint is about; whoever signed that is another step. */
export async function checkInclusion(
  { leaf, inclusion, checkpoint }: LedgerEvidence,
  hash: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const head = await readHead(checkpoint)
  await verifyLeafIn(head, { index: leaf.index, hash }, inclusion)
  return head.size
}

async function readHead(note: string) {
  try {
    return parseCheckpoint(parseSignedNote(note).text)
  } catch (error) {
    throw error instanceof LedgerError ? new CheckError('failed', 'checkpoint_wrong') : error
  }
}

/**
 * Checks that the ledger has signed the checkpoint, with a key that it publishes.
 * @param published the keys that the ledger publishes for all, or that a saved page brought along
 */
export async function checkCheckpoint(
  { checkpoint, keys }: LedgerEvidence,
  published: readonly LedgerKey[],
): Promise<{ origin: string; key: string }> {
  const known = published.map((key) => canonicalizeJson(key))
  if (keys.length === 0 || !keys.every((key) => known.includes(canonicalizeJson(key)))) {
    throw new CheckError('failed', 'unknown_key')
  }
  const verifiers = await Promise.all(keys.map(({ verifier_key }) => parseVerifierKey(verifier_key)))
  const { origin } = parseCheckpoint(parseSignedNote(checkpoint).text)
  const { signedBy } = await verifyCheckpoint(checkpoint, origin, verifiers)
  return { origin, key: `${origin}+${toId(signedBy[0]?.key.id)}` }
}

const toId = (id: Uint8Array = new Uint8Array()) =>
  Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('')
