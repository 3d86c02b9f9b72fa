import { areSameBytes, joinBytes, parseBase64, parseHex } from '#shared/cryptography/bytes.ts'
import { isEd25519Signature } from '#shared/cryptography/ed25519.ts'
import { LedgerError } from './ledger-error.ts'
import { type Bytes, hashPlain } from './tree.ts'

/** The kinds of keys that are known here (C2SP signed-note, tlog-cosignature). */
const algorithms = { 1: 'ed25519', 4: 'cosignature' } as const

/** A key that signs notes. */
export interface VerifierKey {
  name: string
  /** Four bytes that tell keys of one name apart. */
  id: Bytes
  algorithm: (typeof algorithms)[keyof typeof algorithms]
  key: Bytes
}

/** A line below a note. */
interface NoteSignature {
  name: string
  id: Bytes
  signature: Bytes
}

/** A text with signatures over it. */
export interface SignedNote {
  /** With its last line break, as it was signed. */
  text: string
  signatures: readonly NoteSignature[]
}

const encode = (text: string) => new TextEncoder().encode(text)

/**
 * Reads a verifier key, `name+id+base64(algorithm and key)` (C2SP signed-note).
 * @throws {LedgerError} for one that is written wrongly, whose id is another one's, or of an unknown algorithm
 */
export async function parseVerifierKey(text: string): Promise<VerifierKey> {
  const [, name, hex, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? []
  const id = parseHex(hex ?? '')
  const typed = parseBase64(base64 ?? '')
  if (!name || !id || !typed) throw new LedgerError('key', 'not a verifier key')
  const [type] = typed
  const algorithm = type === 1 || type === 4 ? algorithms[type] : undefined
  if (!algorithm || typed.length !== 33) throw new LedgerError('key', 'a key of an unknown kind')
  const digest = await hashPlain(joinBytes(encode(`${name}\n`), typed))
  if (!areSameBytes(digest.slice(0, 4), id)) throw new LedgerError('key', 'the id is not that of the key')
  return { name, id, algorithm, key: typed.slice(1) }
}

/** Reads a signed note (C2SP signed-note). @throws {LedgerError} for any other text */
export function parseSignedNote(note: string): SignedNote {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note may contain none but line breaks
  if (/[\0-\x09\x0b-\x1f\x7f\ufffd]/.test(note))
    throw new LedgerError('form', 'a note has control characters')
  const split = note.lastIndexOf('\n\n')
  if (split < 1 || !note.endsWith('\n')) throw new LedgerError('form', 'a note has no signatures')
  const lines = note.slice(split + 2, -1).split('\n')
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignature) }
}

function parseSignature(line: string): NoteSignature {
  const [, name, base64] = /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? []
  const bytes = parseBase64(base64 ?? '')
  if (!name || !bytes || bytes.length < 5) throw new LedgerError('signature', 'not a signature')
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** What a key has signed of a note. */
export interface SignedBy {
  key: VerifierKey
  /** When it says that it did; only of a cosignature. */
  at?: Date
}

/**
 * The keys that have signed a note. Signatures of other keys are left out, as the format requires.
 * @throws {LedgerError} for a signature of one of the keys that is wrong, and when none of them has signed
 */
export async function verifySignedNote(
  { text, signatures }: SignedNote,
  keys: readonly VerifierKey[],
): Promise<SignedBy[]> {
  const found: SignedBy[] = []
  for (const { name, id, signature } of signatures) {
    const key = keys.find((one) => one.name === name && areSameBytes(one.id, id))
    if (!key) continue
    if (key.algorithm === 'cosignature') {
      found.push({ key, at: await verifyCosignature(text, signature, key) })
    } else {
      if (!(await isEd25519Signature(signature, key.key, encode(text)))) {
        throw new LedgerError('signature', 'a signature is wrong')
      }
      found.push({ key })
    }
  }
  if (found.length === 0) throw new LedgerError('signature', 'no known key has signed')
  return found
}

/** The end of the year 9999, after which moments are written otherwise (RFC 3339). */
const latest = Date.UTC(10_000, 0) - 1

/** The time of a cosignature/v1 over a checkpoint (C2SP tlog-cosignature). @throws {LedgerError} when it is wrong */
async function verifyCosignature(text: string, stamped: Bytes, { key }: VerifierKey): Promise<Date> {
  if (stamped.length !== 72) throw new LedgerError('cosignature', 'a cosignature has another length')
  const seconds = new DataView(stamped.buffer, stamped.byteOffset).getBigUint64(0)
  const signed = encode(`cosignature/v1\ntime ${seconds}\n${text}`)
  if (!(await isEd25519Signature(stamped.slice(8), key, signed))) {
    throw new LedgerError('cosignature', 'a cosignature is wrong')
  }
  const at = new Date(Number(seconds) * 1000)
  if (Number.isNaN(at.getTime()) || at.getTime() > latest) {
    throw new LedgerError('cosignature', 'the time of a cosignature is none')
  }
  return at
}
