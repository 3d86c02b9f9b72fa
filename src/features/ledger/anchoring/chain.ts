import type { BlockProof } from '#features/ledger/contract.ts'
import type { AnchorFault } from '#features/ledger/model.ts'

/** What a chain is like now. Amounts are in its smallest unit, of which its coin has 10¹⁸. */
export interface ChainState {
  /** EIP-155. */
  chainId: number
  /** The number of its newest block. */
  blockNumber: number
  /** What the account that anchors has. */
  balance: bigint
}

/** What people call a chain. */
export interface ChainNames {
  chain: string
  coin: string
  /** Where transactions are shown, with `{transaction}` where the hash goes. */
  explorer: string | null
}

/** Where a transaction is, and what it has cost. */
export interface Receipt {
  hash: string
  blockNumber: number
  blockHash: string
  spent: bigint
}

export interface SignedTransaction {
  hash: string
  /** What is sent, in hex after 0x. */
  raw: string
  /** The most that it can cost. */
  most: bigint
}

/** What is written to a chain: a transaction of the account to itself, of no value, with a text as its data. */
export interface NewTransaction {
  chainId: number
  nonce: number
  text: string
  /** The signed transaction with the same nonce that it replaces: its price is at least an eighth higher. */
  replaced?: string
}

/** A public chain and the account that writes to it. Every method throws a {@link ChainError}, and nothing else. */
export interface Chain {
  /** The address of the account (EIP-55). */
  readonly sender: string
  readState(): Promise<ChainState>
  describe(chainId: number): Promise<ChainNames>
  /** Undefined while a transaction is in no block. */
  findReceipt(hash: string): Promise<Receipt | undefined>
  /** The block that the chain has at a number now; undefined while it is shorter. */
  findBlock(number: number): Promise<{ hash: string; at: Date } | undefined>
  /** How many transactions the account has sent: in blocks, with those that wait, or in blocks up to a number. */
  countSent(until: 'latest' | 'pending' | number): Promise<number>
  sign(transaction: NewTransaction): Promise<SignedTransaction>
  /** Sends a signed transaction; one that the chain already has is no error. */
  send(raw: string): Promise<void>
  /** Undefined where the node does not tell enough. */
  prove(blockHash: string, hash: string): Promise<BlockProof | undefined>
}

/** Why a chain could not be read or written. It names neither the node nor what the node said: both may hold secrets. */
export class ChainError extends Error {
  override name = 'ChainError'
  readonly fault: AnchorFault
  constructor(fault: AnchorFault, code?: number) {
    super(`the chain's node: ${fault}${code === undefined ? '' : ` (${code})`}`)
    this.fault = fault
  }
}
