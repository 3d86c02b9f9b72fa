import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

// A log written from the RFCs and the C2SP documents alone, in the plainest way, to check others against.

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** MTH of RFC 6962 §2.1. */
export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves
  if (!only) return sha256()
  if (leaves.length === 1) return sha256(Buffer.of(0), only)
  const split = splitOf(leaves.length)
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}

/** PATH of RFC 6962 §2.1.1. */
export function inclusionPath(index: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length <= 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...inclusionPath(index, left), treeHash(right)]
    : [...inclusionPath(index - split, right), treeHash(left)]
}

/** PROOF of RFC 6962 §2.1.2. */
export function consistencyPath(first: number, leaves: readonly Uint8Array[]): Buffer[] {
  return first === 0 ? [] : subproof(first, leaves, true)
}

function subproof(first: number, leaves: readonly Uint8Array[], isWhole: boolean): Buffer[] {
  if (first === leaves.length) return isWhole ? [] : [treeHash(leaves)]
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return first <= split
    ? [...subproof(first, left, isWhole), treeHash(right)]
    : [...subproof(first - split, right, false), treeHash(left)]
}

/** The largest power of two below a number. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** A key of Ed25519 that signs notes (C2SP signed-note), or cosigns them (C2SP tlog-cosignature). */
export interface NoteSigner {
  verifierKey: string
  /** The line of its signature below a note. */
  sign(text: string): string
}

/** Makes a signer with a new key; `at` in seconds makes it a witness that signs at that time. */
export function createNoteSigner(name: string, at?: number): NoteSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const type = at === undefined ? 1 : 4
  const typed = Buffer.concat([Buffer.of(type), rawKey(publicKey)])
  const id = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4)
  const signLine = (text: string) => {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(at ?? 0))
    const signed = at === undefined ? text : `cosignature/v1\ntime ${at}\n${text}`
    const signature = sign(null, Buffer.from(signed), privateKey)
    const parts = at === undefined ? [id, signature] : [id, time, signature]
    return `— ${name} ${Buffer.concat(parts).toString('base64')}\n`
  }
  return { verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`, sign: signLine }
}

const rawKey = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

/** The checkpoint of a tree (C2SP tlog-checkpoint), signed. */
export function writeCheckpoint(
  origin: string,
  leaves: readonly Uint8Array[],
  signers: readonly NoteSigner[],
): string {
  const text = `${origin}\n${leaves.length}\n${treeHash(leaves).toString('base64')}\n`
  return `${text}\n${signers.map((signer) => signer.sign(text)).join('')}`
}

/** A tile by its address below the log's (C2SP tlog-tiles); undefined for one that the tree does not have. */
export function readTileOf(leaves: readonly Uint8Array[], address: string): Buffer | undefined {
  const [, level = '', path = '', part] =
    /^tile\/(\d+|entries)\/([x\d/]+?)(?:\.p\/(\d+))?$/.exec(address) ?? []
  const index = Number(path.replace(/[x/]/g, ''))
  const span = level === 'entries' ? 1 : 256 ** Number(level)
  const width = Number(part ?? 256)
  if (path === '' || (index * 256 + width) * span > leaves.length) return undefined
  const nodes = Array.from({ length: width }, (_, place) => {
    const start = (index * 256 + place) * span
    return leaves.slice(start, start + span)
  })
  if (level !== 'entries') return Buffer.concat(nodes.map(treeHash))
  return Buffer.concat(
    nodes.flat().flatMap((leaf) => [Buffer.of(leaf.length >> 8, leaf.length & 0xff), Buffer.from(leaf)]),
  )
}
