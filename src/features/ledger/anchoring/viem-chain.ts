import {
  BlockNotFoundError,
  createClient,
  http,
  isHash,
  isHex,
  type Chain as ListedChain,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  getBalance,
  getBlock,
  getBlockNumber,
  getChainId,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import type { Chain, ChainNames } from './chain.ts'
import { isKnown, reading, writing } from './viem-errors.ts'
import { createSigning, toHex } from './viem-signing.ts'

interface ViemChainOptions {
  /** Of the JSON-RPC of a node. */
  url: string
  /** The private key of the account, in hex after 0x. */
  key: string
  /** How long each answer may take, in milliseconds. */
  timeout?: number
}

/** A chain behind a node of the Ethereum JSON-RPC. Importing this module takes 40 MB. */
export function createViemChain({ url, key, timeout = 10_000 }: ViemChainOptions): Chain {
  const account = privateKeyToAccount(toHex(key))
  const client = createClient({ transport: http(url, { timeout, retryCount: 0 }), cacheTime: 0 })
  const { address } = account
  const sign = createSigning(client, account)

  return {
    sender: address,

    readState: () =>
      reading(async () => {
        const [chainId, blockNumber, balance] = await Promise.all([
          getChainId(client),
          getBlockNumber(client),
          getBalance(client, { address }),
        ])
        return { chainId: requireCount(chainId), blockNumber: requireCount(blockNumber), balance }
      }),

    describe: describeChain,

    findReceipt: (hash) =>
      reading(async () => {
        const receipt = await getTransactionReceipt(client, { hash: toHex(hash) }).catch((error: unknown) => {
          if (error instanceof TransactionReceiptNotFoundError) return undefined
          throw error
        })
        // Some nodes have receipts of transactions that wait.
        if (!receipt?.blockHash) return undefined
        const { blockHash, gasUsed, effectiveGasPrice } = receipt
        if (receipt.transactionHash !== hash || !isHash(blockHash)) throw new TypeError('another receipt')
        // Rollups charge for their data apart.
        const more = 'l1Fee' in receipt && isHex(receipt.l1Fee) ? BigInt(receipt.l1Fee) : 0n
        const blockNumber = requireCount(receipt.blockNumber)
        return { hash, blockNumber, blockHash, spent: gasUsed * effectiveGasPrice + more }
      }),

    findBlock: (number) =>
      reading(async () => {
        const block = await getBlock(client, { blockNumber: BigInt(number) }).catch((error: unknown) => {
          if (error instanceof BlockNotFoundError) return undefined
          throw error
        })
        if (!block) return undefined
        const { hash, timestamp } = block
        if (!isHash(hash)) throw new TypeError('no hash of a block')
        return { hash, at: new Date(requireCount(timestamp) * 1000) }
      }),

    countSent: (until) =>
      reading(async () => {
        const at = typeof until === 'number' ? { blockNumber: BigInt(until) } : { blockTag: until }
        return requireCount(await getTransactionCount(client, { address, ...at }))
      }),

    sign: (transaction) => writing(() => sign(transaction)),

    send: (raw) =>
      writing(async () => {
        await sendRawTransaction(client, { serializedTransaction: toHex(raw) }).catch((error: unknown) => {
          if (!isKnown(error)) throw error
        })
      }),

    // Here goes what makes the proof of a block from `client`.
    prove: async () => undefined,
  }
}

/** The names of a chain in viem's list, which takes 20 MB more. */
async function describeChain(chainId: number): Promise<ChainNames> {
  const listed: Readonly<Record<string, ListedChain>> = await import('viem/chains')
  const found = Object.values(listed).find(({ id }) => id === chainId)
  const site = found?.blockExplorers?.default.url.replace(/\/+$/, '')
  return {
    chain: found?.name ?? `Chain ${chainId}`,
    coin: found?.nativeCurrency.symbol ?? 'ETH',
    explorer: site ? `${site}/tx/{transaction}` : null,
  }
}

function requireCount(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError('no whole number')
  return number
}
