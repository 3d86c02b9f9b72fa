import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { BotSignals } from '#features/early-adopters/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'

interface BotCheckOptions {
  clock: Clock
  secret: string
  /** Sign-ups a minute from one network above which a proof of work is required; 0 never requires one. */
  limit: number
}

const minute = 60_000
/** All networks together may send this many times the limit of one. */
const totalFactor = 5
/** No person fills the form in faster, in milliseconds. A faster client always needs a proof. */
const shortestFilling = 1_200
/** About a second for a phone. Many small rounds take nearly the same time for everyone; one large round would not. */
export const puzzle = { rounds: 16, bits: 13 } as const
const challengeTerm = 10 * minute
const macLength = 16

/**
 * Keeps bots out without questions to people. A client that fills in the hidden field is a bot. When many sign up at
 * once, or one faster than anyone types, the browser has to solve a puzzle: a second for one sign-up, too much for
 * thousands. Counted in each process; nothing is stored.
 */
export function createBotCheck({ clock, secret, limit }: BotCheckOptions) {
  const key = createHmac('sha256', secret).update('proof of work').digest()
  const countSignUp = createSignUpCounter(clock, limit)

  const macOf = (message: string) =>
    createHmac('sha256', key).update(message).digest().subarray(0, macLength).toString('base64url')

  function makeChallenge(): string {
    const message = `${clock.now().getTime() + challengeTerm}.${randomBytes(9).toString('base64url')}`
    return `${message}.${macOf(message)}`
  }

  function isOurs(challenge: string): boolean {
    const [ends = '', nonce = '', mac = ''] = challenge.split('.')
    const right = Buffer.from(macOf(`${ends}.${nonce}`))
    const given = Buffer.from(mac)
    return (
      given.length === right.length && timingSafeEqual(given, right) && Number(ends) > clock.now().getTime()
    )
  }

  /** A proof contains the address, so that it cannot be reused for another one. */
  function isProven(email: string, proof: BotSignals['proof']): boolean {
    if (!proof || proof.nonces.length !== puzzle.rounds || !isOurs(proof.challenge)) return false
    return proof.nonces.every((nonce, round) => {
      const digest = createHash('sha256').update(`${proof.challenge}:${email}:${round}:${nonce}`).digest()
      return Math.clz32(digest.readUInt32BE()) >= puzzle.bits
    })
  }

  /**
   * Checks a sign-up. A `bot` gets the usual answer and is not registered.
   * @throws {Problem} 429 `proof_required` with the puzzle
   */
  return async (
    network: string,
    email: string,
    { homepage, elapsed, proof }: BotSignals,
  ): Promise<'person' | 'bot'> => {
    if (homepage) return 'bot'
    if (limit === 0) return 'person'
    const { isOver, retryAfter } = await countSignUp(network)
    const isSuspect = isOver || (elapsed !== undefined && elapsed < shortestFilling)
    if (!isSuspect || isProven(email, proof)) return 'person'
    throw new Problem('proof_required', 429, {
      retryAfter,
      extra: { code: 'proof_required', challenge: makeChallenge(), ...puzzle },
    })
  }
}
export type CheckForBot = ReturnType<typeof createBotCheck>

/**
 * Counts sign-ups in minutes of the given clock: each minute has keys of its own, which expire by themselves. Once all
 * networks together are over their limit, none is counted any more, so that no attack fills the memory with networks.
 */
function createSignUpCounter(clock: Clock, limit: number) {
  const networks = new RateLimiterMemory({ keyPrefix: 'network', points: Math.max(1, limit), duration: 60 })
  const all = new RateLimiterMemory({
    keyPrefix: 'all',
    points: Math.max(1, limit * totalFactor),
    duration: 60,
  })

  async function isOverLimit(network: string, window: number): Promise<boolean> {
    const total = await all.get(`${window}`)
    if (total && total.remainingPoints <= 0) return true
    // A network that is over its own limit does not use up that of all.
    return (
      (await secondsToWait(networks.consume(`${window}:${network}`))) > 0 ||
      (await secondsToWait(all.consume(`${window}`))) > 0
    )
  }

  return async (network: string): Promise<{ isOver: boolean; retryAfter: number }> => {
    const now = clock.now().getTime()
    const window = Math.floor(now / minute)
    const isOver = await isOverLimit(network, window)
    return { isOver, retryAfter: Math.max(1, Math.ceil(((window + 1) * minute - now) / 1000)) }
  }
}
