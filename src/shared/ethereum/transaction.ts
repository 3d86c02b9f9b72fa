import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { joinBytes } from '#shared/cryptography/bytes.ts'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'
import {
  encodeInteger,
  encodeList,
  RlpError,
  type RlpItem,
  readBytes,
  readInteger,
  readItems,
  readList,
} from './rlp.ts'

/** A signed transaction, as far as it matters here. */
export interface SignedTransaction {
  /** Undefined for one from before EIP-155, which every chain takes. */
  chainId: bigint | undefined
  data: Uint8Array
  /** What was signed: its Keccak-256 is. */
  signed: Uint8Array
  signature: { r: bigint; s: bigint; yParity: number }
}

/** What a field is: a whole number of at most so many bytes, or something else. */
type Field = 8 | 32 | 'address' | 'data' | 'access list'

const call = [8, 'address', 32, 'data'] as const
/** The fields between the chain id and the signature (EIP-155, EIP-2930, EIP-1559). */
const legacy: readonly Field[] = [8, 32, ...call]
const typed: Record<number, readonly Field[]> = {
  1: [32, 8, 32, ...call, 'access list'],
  2: [32, 8, 32, 32, ...call, 'access list'],
}

/**
 * Reads a signed transaction: an RLP list, or one of type 1 or 2 (EIP-2718).
 * @throws {RlpError} for anything else, and for every spelling but the right one
 */
export function readTransaction(raw: Uint8Array): SignedTransaction {
  const type = raw[0] ?? 0
  if (type >= 0xc0) return readLegacy(raw)
  const fields = typed[type]
  if (!fields) throw new RlpError('a transaction of another type')
  const { items, data, signature } = readFields(raw.subarray(1), fields)
  const [chainId] = items
  if (signature.v > 1n) throw new RlpError('not a parity')
  return {
    chainId: chainId && readInteger(chainId, 32),
    data,
    signed: joinBytes(raw.subarray(0, 1), encodeList(items.map(({ encoded }) => encoded))),
    signature: { ...signature, yParity: Number(signature.v) },
  }
}

function readLegacy(raw: Uint8Array): SignedTransaction {
  const { items, data, signature } = readFields(raw, legacy)
  const { v } = signature
  const isOld = v === 27n || v === 28n
  if (v < 35n && !isOld) throw new RlpError('not a parity')
  const chainId = isOld ? undefined : (v - 35n) / 2n
  const fields = items.map(({ encoded }) => encoded)
  // EIP-155 signs the chain id, and two zeros where the signature will be.
  if (chainId !== undefined) fields.push(...[chainId, 0, 0].map(encodeInteger))
  return {
    chainId,
    data,
    signed: encodeList(fields),
    signature: { ...signature, yParity: Number((v + 1n) % 2n) },
  }
}

function readFields(list: Uint8Array, fields: readonly Field[]) {
  const all = readList(list, fields.length + 3)
  const items = all.slice(0, fields.length)
  const [v, r, s] = all.slice(fields.length).map((item) => readInteger(item, 32))
  if (v === undefined || r === undefined || s === undefined) throw new RlpError('too few fields')
  let data: Uint8Array = new Uint8Array()
  for (const [place, item] of items.entries()) {
    const field = fields[place]
    if (field === 'data') data = readBytes(item)
    else if (field === 'address') checkLength(item, [0, 20])
    else if (field === 'access list') checkAccessList(item)
    else readInteger(item, field ?? 0)
  }
  return { items, data, signature: { v, r, s } }
}

function checkAccessList(list: RlpItem): void {
  for (const entry of readItems(list, Number.POSITIVE_INFINITY)) {
    const [address, keys] = readItems(entry, 2)
    if (!address || !keys) throw new RlpError('not an access list')
    checkLength(address, [20])
    for (const key of readItems(keys, Number.POSITIVE_INFINITY)) checkLength(key, [32])
  }
}

function checkLength(item: RlpItem, lengths: readonly number[]): void {
  if (!lengths.includes(readBytes(item).length)) throw new RlpError('a field has another length')
}

/**
 * The account that signed a transaction, as EIP-55 spells it.
 * @throws {Error} when no key can have signed it, or the signature is the higher one of two (EIP-2)
 */
export function recoverSender({
  signed,
  signature: { r, s, yParity },
}: Pick<SignedTransaction, 'signed' | 'signature'>): string {
  const signature = new secp256k1.Signature(r, s, yParity)
  if (signature.hasHighS()) throw new Error('the signature is the higher of two')
  return addressOf(signature.recoverPublicKey(keccak_256(signed)).toBytes())
}
