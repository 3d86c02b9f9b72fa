import { createHmac, randomBytes } from 'node:crypto'
import type { SaltStore } from './salt-store.ts'

/** What tells visitors apart on one day. It is hashed and never stored. */
export interface VisitorTraits {
  /** The address of the client, or its IPv6 network. */
  network: string
  userAgent: string
}

/**
 * Creates the hash of a visitor on a day, with a random salt that all processes share and that is deleted when the day is
 * over: without it, nobody can find out whose hash it was, or follow a visitor from one day to the next.
 */
export function createVisitorHash(store: SaltStore) {
  let current: { day: string; salt: Promise<string> } | undefined

  function saltOf(day: string): Promise<string> {
    if (current?.day === day) return current.salt
    const salt = store.keep(day, randomBytes(32).toString('base64url'))
    const kept = { day, salt }
    current = kept
    salt.catch(() => {
      if (current === kept) current = undefined
    })
    return salt
  }

  /** @returns the hash, 128 bits, written as a UUID */
  return async (day: string, { network, userAgent }: VisitorTraits): Promise<string> => {
    const hash = createHmac('sha256', await saltOf(day))
      .update(`${network}\n${userAgent}`)
      .digest('hex')
    return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}
export type HashVisitor = ReturnType<typeof createVisitorHash>
