import {
  BaseError,
  BlockNotFoundError,
  createClient,
  type Hex,
  http,
  isHash,
  isHex,
  type Chain as ListedChain,
  parseTransaction,
  RpcRequestError,
  stringToHex,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  getBlock,
  getBlockNumber,
  getChainId,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import { keccak256 } from 'viem/utils'
import { type Chain, ChainError, type ChainNames, type NewTransaction } from './chain.ts'

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

  /** What the next transaction may cost for each unit of gas; of the old kind where blocks have no base fee (EIP-1559). */
  async function estimatePrice(): Promise<Price> {
    const { baseFeePerGas } = await getBlock(client)
    if (typeof baseFeePerGas !== 'bigint') {
      const { gasPrice } = await estimateFeesPerGas(client, { chain: null, type: 'legacy' })
      return { type: 'legacy', gasPrice }
    }
    const { maxFeePerGas, maxPriorityFeePerGas } = await estimateFeesPerGas(client, {
      chain: null,
      type: 'eip1559',
    })
    return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  }

  async function sign({ chainId, nonce, text, replaced }: NewTransaction) {
    const data = stringToHex(text)
    const earlier = replaced === undefined ? undefined : parseTransaction(toHex(replaced))
    const price = raisePrice(await estimatePrice(), earlier)
    // With a margin: some chains add what their data costs elsewhere. What is not used is not paid.
    const estimate = await estimateGas(client, { account: address, to: address, data })
    const gas = (estimate * 12n) / 10n
    const raw = await account.signTransaction({ ...price, chainId, nonce, to: address, value: 0n, data, gas })
    const most = gas * (price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas)
    return { hash: keccak256(raw), raw, most }
  }

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
          if (!known.test(findRefusal(error)?.details ?? '')) throw error
        })
      }),

    // Here goes what makes the proof of a block from `client`.
    prove: async () => undefined,
  }
}

type Price =
  | { type: 'legacy'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** What nodes say of a transaction that they already have, or whose nonce is used. */
const known = /already (known|imported|exists|in mempool)|known transaction|nonce (is )?too low|OldNonce/i

/** Of an earlier price, what nodes take in exchange for it: an eighth more, rounded up. */
const raise = (price = 0n) => (price * 9n) / 8n + 1n
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

function raisePrice(price: Price, earlier: ReturnType<typeof parseTransaction> | undefined): Price {
  if (!earlier) return price
  if (earlier.type === 'legacy' || price.type === 'legacy') {
    const now = price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas
    return { type: 'legacy', gasPrice: larger(now, raise(earlier.gasPrice ?? earlier.maxFeePerGas)) }
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = earlier
  return {
    type: 'eip1559',
    maxFeePerGas: larger(price.maxFeePerGas, raise(maxFeePerGas)),
    maxPriorityFeePerGas: larger(price.maxPriorityFeePerGas, raise(maxPriorityFeePerGas)),
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

async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch {
    throw new ChainError('unreachable')
  }
}

async function writing<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const refusal = findRefusal(error)
    if (!refusal) throw new ChainError('unreachable')
    const isPoor = /insufficient (funds|balance)/i.test(refusal.details)
    throw new ChainError(isPoor ? 'no_funds' : 'refused', refusal.code)
  }
}

/** What a node says against a transaction; undefined when it is overloaded, or something else is wrong. */
function findRefusal(error: unknown): RpcRequestError | undefined {
  const found = error instanceof BaseError ? error.walk((one) => one instanceof RpcRequestError) : undefined
  if (!(found instanceof RpcRequestError)) return undefined
  const isBusy = overloaded.includes(found.code) || (found.status ?? 0) >= 401
  return isBusy ? undefined : found
}

/** Codes of too many requests, of a node that is not ready, and of faults of its own (EIP-1474). */
const overloaded: readonly number[] = [-32_005, -32_002, -32_603, 429]

function toHex(text: string): Hex {
  if (!isHex(text)) throw new TypeError('no hexadecimal number')
  return text
}

function requireCount(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError('no whole number')
  return number
}
