import { keccak_256 } from '@noble/hashes/sha3.js'
import { stringToHex, type TransactionSerializable } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** An account that anvil gives coins to. */
export const anvilAccount = (index: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })

const root = Buffer.alloc(32, 7)

/** The text of a checkpoint of a tree that nobody has. */
export const textOf = (size: number) => `example.org/ledger\n${size}\n${root.toString('base64')}\n`

const hashOf = (raw: string) =>
  `0x${Buffer.from(keccak_256(Buffer.from(raw.slice(2), 'hex'))).toString('hex')}` as const

/** An anchor that says what its signed transaction says; in no block. */
export function anchorOf(
  raw: string,
  { sender, size = 7, chainId = 31_337, text = textOf(size) }: AnchorFacts,
) {
  return {
    ...{ chain_id: chainId, chain: 'Test', size, root_hash: root.toString('hex'), checkpoint_text: text },
    transaction: { hash: hashOf(raw), sender, raw, url: null },
    block: { number: 1, hash: `0x${'00'.repeat(32)}`, at: '2026-01-01T00:00:00.000Z' },
    proof: null,
  }
}

interface AnchorFacts {
  sender: string
  size?: number
  chainId?: number
  text?: string
}

const to = '0x00000000000000000000000000000000DeaDBeef' as const
const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
const accessList = [
  { address: to, storageKeys: [`0x${'11'.repeat(32)}`, `0x${'00'.repeat(32)}`] },
  { address: to, storageKeys: [] },
] as const

/** The kinds of transactions that can carry a checkpoint, and for one of them, its fields. */
export const anchorKinds = ['legacy', 'eip2930', 'eip1559'] as const

export function callOf(
  type: (typeof anchorKinds)[number],
  { nonce = 0, chainId = 31_337, size = 7, data = stringToHex(textOf(size)) }: CallFacts,
): TransactionSerializable {
  const call = { chainId, nonce, gas: 100_000n, data, to }
  if (type === 'legacy') return { ...call, type, gasPrice: fees.maxFeePerGas }
  if (type === 'eip2930') return { ...call, type, gasPrice: fees.maxFeePerGas, accessList: [...accessList] }
  return { ...call, type, ...fees, value: 1n, accessList: nonce % 2 ? [...accessList] : [] }
}

interface CallFacts {
  nonce?: number
  chainId?: number
  size?: number
  data?: `0x${string}`
}
