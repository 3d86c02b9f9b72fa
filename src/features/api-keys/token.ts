import { createHash, randomBytes } from 'node:crypto'
import { keyPrefix } from '#http/access.ts'

const shownCharacters = 4

/** A random token of 256 bits. Its prefix tells programs that look for leaked secrets what it is. */
export function makeToken(): string {
  return `${keyPrefix}${randomBytes(32).toString('base64url')}`
}

/** The stored hash of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The beginning of a token, which tells keys apart and is of no use without the rest. */
export function hintOf(token: string): string {
  return token.slice(0, keyPrefix.length + shownCharacters)
}

/** Whether a text has the form of a token, so that nothing else costs a query. */
export function isToken(text: string): boolean {
  return text.startsWith(keyPrefix) && /^[\w-]{43}$/.test(text.slice(keyPrefix.length))
}
