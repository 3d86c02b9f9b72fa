import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Evidence } from '#features/early-adopters/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'

interface ProtectionOptions {
  clock: Clock
  secret: string
  /** Sign-ups a minute from one network from which a proof of work is asked; 0 never asks. */
  limit: number
}

const minute = 60_000
/** In how many times a network's limit all together make it an attack. */
const crowd = 5
/** Quicker than this no person fills the form in, in milliseconds; so quick, a proof is asked at any time. */
const quickest = 1_200
/** About a second for a phone: so many small puzzles take nearly the same time for everyone, one large would not. */
export const puzzle = { rounds: 16, bits: 13 } as const
const challengeTerm = 10 * minute
const mostNetworks = 50_000
const macLength = 16

/**
 * Keeps programs out of the form without asking people anything. Who fills in what people do not see is a program.
 * When many sign up at once, or one does it faster than anyone types, their browser has to work for a second: that
 * is nothing for one sign-up, and too much for thousands. Counted in each process; nothing is stored.
 */
export function createProtection({ clock, secret, limit }: ProtectionOptions) {
  const key = createHmac('sha256', secret).update('proof of work').digest()
  let windowEnds = 0
  let total = 0
  const networks = new Map<string, number>()

  function count(network: string): boolean {
    const now = clock.now().getTime()
    if (now >= windowEnds) {
      windowEnds = now + minute
      total = 0
      networks.clear()
    }
    const own = (networks.get(network) ?? 0) + 1
    if (networks.size < mostNetworks || own > 1) networks.set(network, own)
    return own > limit || ++total > limit * crowd
  }

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

  /** A proof is for one address: used again, it can only register the same one. */
  function isProven(email: string, proof: Evidence['proof']): boolean {
    if (!proof || proof.nonces.length !== puzzle.rounds || !isOurs(proof.challenge)) return false
    return proof.nonces.every((nonce, round) => {
      const digest = createHash('sha256').update(`${proof.challenge}:${email}:${round}:${nonce}`).digest()
      return Math.clz32(digest.readUInt32BE()) >= puzzle.bits
    })
  }

  return {
    /**
     * Judges a sign-up: `bot` is to be answered like everyone and then forgotten.
     * @throws {Problem} 429 `proof_required` with what is to be solved
     */
    judge(network: string, email: string, { homepage, elapsed, proof }: Evidence): 'person' | 'bot' {
      if (homepage) return 'bot'
      if (limit === 0) return 'person'
      const isSuspect = count(network) || (elapsed !== undefined && elapsed < quickest)
      if (!isSuspect || isProven(email, proof)) return 'person'
      throw new Problem('proof_required', 429, {
        retryAfter: Math.max(1, Math.ceil((windowEnds - clock.now().getTime()) / 1000)),
        extra: { code: 'proof_required', challenge: makeChallenge(), ...puzzle },
      })
    },
  }
}
export type Protection = ReturnType<typeof createProtection>
