import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'

// OWASP's second recommendation for argon2id (19 MiB, two passes): strong, and many at once fit in a small machine.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash under which a password is kept. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon)
}

/** A secret that cannot be guessed, fit for an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a token is kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A username or address as it is compared. */
export function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
