import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'
import { startAnvil } from './anvil.ts'

/** A chain of this machine alone, which makes blocks when it is told to. */
export interface LocalChain {
  url: string
  /** Calls a method of its JSON-RPC. */
  call(method: string, ...params: unknown[]): Promise<unknown>
  mine(blocks?: number): Promise<void>
  /** A new account that has an amount, in the smallest unit; by default one coin. */
  createAccount(balance?: bigint): Promise<{ key: string; address: string }>
  close(): Promise<void>
}

const hex = (number: bigint | number) => `0x${number.toString(16)}`

/** Starts a chain, with options of anvil. It ends with this process at the latest. */
export async function startLocalChain(options: readonly string[] = []): Promise<LocalChain> {
  const { url, request, stop } = await startAnvil(['--accounts', '1', '--no-mining', ...options])
  const call = (method: string, ...params: unknown[]) => request({ method, params })
  return {
    ...{ url, call },
    mine: async (blocks = 1) => void (await call('anvil_mine', hex(blocks))),
    async createAccount(balance = 10n ** 18n) {
      const key = randomBytes(32)
      const address = addressOf(secp256k1.getPublicKey(key))
      await call('anvil_setBalance', address, hex(balance))
      return { key: `0x${key.toString('hex')}`, address }
    },
    close: stop,
  }
}
