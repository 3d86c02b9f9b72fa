import { parseBase64 } from '#shared/cryptography/bytes.ts'
import { LedgerError } from './ledger-error.ts'
import { parseSignedNote, type SignedBy, type VerifierKey, verifySignedNote } from './signed-note.ts'
import { type Bytes, hashLength } from './tree.ts'

/** The head of a log (C2SP tlog-checkpoint). */
export interface Checkpoint {
  origin: string
  size: number
  root: Bytes
}

/** Reads the text of a checkpoint, without its signatures. @throws {LedgerError} which names the line that is wrong */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin, sizeLine = '', rootLine = '', ...others] = text.split('\n')
  if (!origin) throw new LedgerError('origin', 'a checkpoint names no log')
  const size = /^(?:0|[1-9]\d*)$/.test(sizeLine) ? Number(sizeLine) : Number.NaN
  if (!Number.isSafeInteger(size)) throw new LedgerError('size', 'the size is not a whole number')
  const root = parseBase64(rootLine)
  if (root?.length !== hashLength) throw new LedgerError('root', 'the root is not a hash')
  // The text ends with a line break; lines of extensions are allowed and never empty.
  if (others.pop() !== '' || others.includes(''))
    throw new LedgerError('form', 'a checkpoint has an empty line')
  return { origin, size, root }
}

/** Reads a signed checkpoint of a log and checks who signed it. @throws {LedgerError} which says what is wrong */
export async function verifyCheckpoint(
  note: string,
  origin: string,
  keys: readonly VerifierKey[],
): Promise<{ checkpoint: Checkpoint; signedBy: SignedBy[]; cosignedBy: SignedBy[] }> {
  const signed = parseSignedNote(note)
  const checkpoint = parseCheckpoint(signed.text)
  if (checkpoint.origin !== origin) throw new LedgerError('origin', 'the checkpoint is of another log')
  const all = await verifySignedNote(signed, keys)
  // A log signs with a key of its own name; a witness alone does not make a checkpoint.
  const signedBy = all.filter(({ key }) => key.algorithm === 'ed25519' && key.name === origin)
  if (signedBy.length === 0) throw new LedgerError('signature', 'the log itself has not signed')
  return { checkpoint, signedBy, cosignedBy: all.filter(({ key }) => key.algorithm === 'cosignature') }
}
