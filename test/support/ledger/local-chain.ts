import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOf } from '#shared/cryptography/ethereum-address.ts'

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
  const child = fork(new URL('../processes/chain-process.ts', import.meta.url), options)
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the local chain has ended with ${code}`)
    }),
  ])
  const url = `http://127.0.0.1:${port}`
  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null || !('result' in answer))
      throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.result
  }
  return {
    ...{ url, call },
    mine: async (blocks = 1) => void (await call('anvil_mine', hex(blocks))),
    async createAccount(balance = 10n ** 18n) {
      const key = randomBytes(32)
      const address = addressOf(secp256k1.getPublicKey(key))
      await call('anvil_setBalance', address, hex(balance))
      return { key: `0x${key.toString('hex')}`, address }
    },
    async close() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
