import { createHash, type KeyObject, sign } from 'node:crypto'

/** The type of plain Ed25519 signatures in signed notes. */
const ed25519 = 0x01

/** What a checkpoint says: which log, how many leaves, and the root of their tree. */
export interface TreeHead {
  origin: string
  size: number
  root: Buffer
}

/** The text of a checkpoint, which is what is signed (C2SP tlog-checkpoint). */
export function writeCheckpointText({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

/** The id of a key: the first four bytes of SHA-256 over name, line feed, type and public key (C2SP signed-note). */
function idOf(name: string, publicKey: Uint8Array): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(Buffer.of(ed25519)).update(publicKey)
  return hash.digest().subarray(0, 4)
}

/** A public key as verifiers are given it: name, id and key (C2SP signed-note). */
export function writeVerifierKey(name: string, publicKey: Uint8Array): string {
  const key = Buffer.concat([Buffer.of(ed25519), publicKey]).toString('base64')
  return `${name}+${idOf(name, publicKey).toString('hex')}+${key}`
}

/** A checkpoint, signed in the name of its origin (C2SP signed-note). */
export function signCheckpoint(
  head: TreeHead,
  { publicKey, privateKey }: { publicKey: Uint8Array; privateKey: KeyObject },
): string {
  const text = writeCheckpointText(head)
  const signature = Buffer.concat([idOf(head.origin, publicKey), sign(null, Buffer.from(text), privateKey)])
  return `${text}\n— ${head.origin} ${signature.toString('base64')}\n`
}
