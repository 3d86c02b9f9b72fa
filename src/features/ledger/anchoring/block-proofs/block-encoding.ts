import { encodeBytes, encodeList } from '#shared/ethereum/rlp.ts'

// What a block is in RLP, from what a node tells of it as JSON (Ethereum JSON-RPC). Whether it is right, hashes say.

/** A block, a transaction or a part of them as a node tells it. */
export type Told = Readonly<Record<string, unknown>>

/** What a node tells cannot be put into RLP: of a kind that is not known here, or not told as Ethereum's nodes do. */
export class UnknownForm extends Error {}

type Encode = (told: Told, name: string) => Uint8Array

const hexOf = (told: Told, name: string): string => {
  const value = told[name]
  if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) throw new UnknownForm(name)
  return value.slice(2)
}

const bytes: Encode = (told, name) => {
  const hex = hexOf(told, name)
  if (hex.length % 2 === 1) throw new UnknownForm(name)
  return encodeBytes(Buffer.from(hex, 'hex'))
}

const number: Encode = (told, name) => {
  const digits = hexOf(told, name).replace(/^0+/, '')
  return encodeBytes(Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, 'hex'))
}

const isTold = (told: Told, name: string) => told[name] !== undefined && told[name] !== null

/** What a transaction need not have: a receiver, when it creates a contract. */
const optional =
  (encode: Encode): Encode =>
  (told, name) =>
    isTold(told, name) ? encode(told, name) : encodeBytes(Buffer.of())

const listOf =
  (encodeItem: (item: Told) => Uint8Array): Encode =>
  (told, name) => {
    const items = told[name]
    if (!Array.isArray(items)) throw new UnknownForm(name)
    return encodeList(items.map((item: unknown) => encodeItem(asTold(item))))
  }

const hashes: Encode = (told, name) => {
  const items = told[name]
  if (!Array.isArray(items)) throw new UnknownForm(name)
  return encodeList(items.map((item: unknown) => bytes({ item }, 'item')))
}

/** Nodes from before EIP-2718's types were common tell the parity as `v` alone. */
const parity: Encode = (told, name) => number(told, isTold(told, name) ? name : 'v')

type Fields = Readonly<Record<string, Encode>>

const encodeFields = (told: Told, fields: Fields): Uint8Array =>
  encodeList(Object.entries(fields).map(([name, encode]) => encode(told, name)))

/** @throws {UnknownForm} for what is no object */
export function asTold(value: unknown): Told {
  if (typeof value !== 'object' || value === null) throw new UnknownForm('not an object')
  return { ...value }
}

const accessList = listOf((entry) => encodeFields(entry, { address: bytes, storageKeys: hashes }))
const authorization = {
  chainId: number,
  address: bytes,
  nonce: number,
  yParity: parity,
  r: number,
  s: number,
}
const authorizationList = listOf((entry) => encodeFields(entry, authorization))
const call = { gas: number, to: optional(bytes), value: number, input: bytes }
const feeCall = {
  chainId: number,
  nonce: number,
  maxPriorityFeePerGas: number,
  maxFeePerGas: number,
  ...call,
}
const signature = { yParity: parity, r: number, s: number }

const flag: Encode = (told, name) => encodeBytes(told[name] === true ? Buffer.of(1) : Buffer.of())

/**
 * Types of transactions: of EIP-155, 2930, 1559, 4844 and 7702, and the deposits that begin every block of an OP Stack chain. The
 * order of the fields is that of RLP.
 */
const types: Readonly<Record<string, Fields>> = {
  '0x0': { nonce: number, gasPrice: number, ...call, v: number, r: number, s: number },
  '0x1': { chainId: number, nonce: number, gasPrice: number, ...call, accessList, ...signature },
  '0x2': { ...feeCall, accessList, ...signature },
  '0x3': { ...feeCall, accessList, maxFeePerBlobGas: number, blobVersionedHashes: hashes, ...signature },
  '0x4': { ...feeCall, accessList, authorizationList, ...signature },
  '0x7e': {
    ...{ sourceHash: bytes, from: bytes, to: optional(bytes), mint: optional(number), value: number },
    ...{ gas: number, isSystemTx: flag, input: bytes },
  },
}

/** A signed transaction as it is in its block. @throws {UnknownForm} */
export function encodeTransaction(told: Told): Uint8Array {
  const { type = '0x0' } = told
  const fields = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) throw new UnknownForm('type')
  const list = encodeFields(told, fields)
  return type === '0x0' ? list : Buffer.concat([Buffer.of(Number(type)), list])
}

/** The fields that every header has (Yellow Paper, §4.3), and those that forks have added since, in their order. */
const header: Fields = {
  ...{ parentHash: bytes, sha3Uncles: bytes, miner: bytes, stateRoot: bytes, transactionsRoot: bytes },
  ...{ receiptsRoot: bytes, logsBloom: bytes, difficulty: number, number, gasLimit: number, gasUsed: number },
  ...{ timestamp: number, extraData: bytes, mixHash: bytes, nonce: bytes },
}
const addedFields: Fields = {
  ...{ baseFeePerGas: number, withdrawalsRoot: bytes, blobGasUsed: number, excessBlobGas: number },
  ...{ parentBeaconBlockRoot: bytes, requestsHash: bytes, blockAccessListHash: bytes, slotNumber: number },
}

/** The header of a block. One of an unknown fork has another hash than the block. @throws {UnknownForm} */
export function encodeHeader(told: Told): Uint8Array {
  const added = Object.entries(addedFields).filter(
    ([name]) => told[name] !== undefined && told[name] !== null,
  )
  return encodeFields(told, { ...header, ...Object.fromEntries(added) })
}
