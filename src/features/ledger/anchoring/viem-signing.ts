import { type Client, type Hex, isHex, parseTransaction, stringToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { estimateFeesPerGas, estimateGas, getBlock } from 'viem/actions'
import { keccak256 } from 'viem/utils'
import type { NewTransaction, SignedTransaction } from './chain.ts'

/** Signs the transactions of an account, at the prices of its chain. */
export function createSigning(client: Client, account: PrivateKeyAccount) {
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

  async function sign({ chainId, nonce, text, replaced }: NewTransaction): Promise<SignedTransaction> {
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

  return sign
}

type Price =
  | { type: 'legacy'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

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

/** @throws {TypeError} for a text that is no number in hex after 0x */
export function toHex(text: string): Hex {
  if (!isHex(text)) throw new TypeError('no hexadecimal number')
  return text
}
