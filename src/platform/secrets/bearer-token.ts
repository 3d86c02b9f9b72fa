import { createHash, randomBytes } from 'node:crypto'

/** A random token of 256 bits. Its prefix tells programs that look for leaked secrets what it is. */
export function makeToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

/** The stored hash of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Whether a text has the form of a token, so that nothing else costs a query. */
export function isToken(text: string, prefix: string): boolean {
  return text.startsWith(prefix) && /^[\w-]{43}$/.test(text.slice(prefix.length))
}
