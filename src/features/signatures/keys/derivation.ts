import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import type { SignatureStatement } from '#features/signatures/contract.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'

/** A key of a signature. It is derived when something is signed, and then forgotten. */
export interface DerivedKey {
  /** 32 bytes. */
  privateKey: Uint8Array
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array
}

/** What a holder's key has signed, as it is stored: the key compressed, the signature compact, both in hex. */
export interface SignedStatement {
  statement: SignatureStatement
  signature: string
  publicKey: string
}

/**
 * The key of a signature, derived from a master key of 32 bytes: `m/44'/60'/epoch'/a'/b'` (BIP-32, BIP-44 with the coin type of
 * Ethereum), where `a` and `b` are the first two numbers of 31 bits in the SHA-256 of its id. A count instead would go back
 * with a restored database and give two people one key. Every step is hardened, so that no key tells anything of another.
 */
export function deriveKey(
  masterKey: Uint8Array,
  { epoch, signatureId }: { epoch: number; signatureId: string },
): DerivedKey {
  const hash = createHash('sha256').update(signatureId).digest()
  const [a, b] = [hash.readUInt32BE(0) >>> 1, hash.readUInt32BE(4) >>> 1]
  const { privateKey, publicKey } = HDKey.fromMasterSeed(masterKey).derive(`m/44'/60'/${epoch}'/${a}'/${b}'`)
  if (!privateKey || !publicKey) throw new Error('a hardened key has no private half')
  return { privateKey, publicKey }
}

/**
 * Signs a statement by its key: ECDSA on secp256k1 over the SHA-256 of its canonical JSON (RFC 8785), deterministic
 * (RFC 6979) and with the lower of both values of `s`.
 */
export function signStatement(
  statement: SignatureStatement,
  { privateKey, publicKey }: DerivedKey,
): SignedStatement {
  const signature = secp256k1.sign(bytesOf(statement), privateKey)
  return { statement, signature: toHex(signature), publicKey: toHex(publicKey) }
}

/** Whether a statement was signed by the key whose address it names. */
export function isSigned({ statement, signature, publicKey }: SignedStatement): boolean {
  const key = Buffer.from(publicKey, 'hex')
  return (
    addressOf(key) === statement.address &&
    secp256k1.verify(Buffer.from(signature, 'hex'), bytesOf(statement), key)
  )
}

/** The hash by which a statement names its holder, in hex: see `SignatureStatement`. */
export function holderHash(holder: {
  certificate: string
  full_name: string
  organization: string
  position: string
}): string {
  const { certificate, full_name, organization, position } = holder
  const text = canonicalizeJson({ certificate, full_name, organization, position })
  return createHash('sha256').update(text).digest('hex')
}

const bytesOf = (statement: SignatureStatement) => new TextEncoder().encode(canonicalizeJson(statement))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
