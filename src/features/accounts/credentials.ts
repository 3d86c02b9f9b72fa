import { createHash, randomBytes } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'

// OWASP's second recommendation for argon2id (19 MiB, two passes): strong, and many at once fit in a small machine.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The stored hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon)
}

/** Whether a password is the one of a stored hash; never without a hash. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  return stored !== null && verify(stored, password)
}

/** The hash of a short secret, which can be compared where the salt is known (in base64url). */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  return (await hashRaw(secret, { ...argon, salt: Buffer.from(salt, 'base64url') })).toString('base64url')
}

/** A random password of 120 bits, to be shown once. */
export function makePassword(): string {
  return randomBytes(15).toString('base64url')
}

/** A random token that can be part of an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A username or address in the form in which they are compared. */
export function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
