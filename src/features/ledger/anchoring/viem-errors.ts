import { BaseError, RpcRequestError } from 'viem'
import { ChainError } from './chain.ts'

/** Reads from a chain: whatever goes wrong, its node is to blame. @throws {ChainError} */
export async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch {
    throw new ChainError('unreachable')
  }
}

/** Writes to a chain, whose node may refuse it. @throws {ChainError} */
export async function writing<Result>(write: () => Promise<Result>): Promise<Result> {
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

/** Whether a node refuses a transaction since it has it already, or another one with its nonce in a block. */
export function isKnown(error: unknown): boolean {
  return known.test(findRefusal(error)?.details ?? '')
}

const known = /already ?(known|imported|exists|in mempool)|\bknown ?transaction|nonce (is )?too low|OldNonce/i
